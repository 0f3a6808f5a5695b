import { readFileSync } from 'node:fs';
import { PlainFailure } from './plain-failure.ts';

export type Environment = Record<string, string | undefined>;

/** Each may also be given as NAME_FILE, the name of a file that holds it: environment variables are exposed in many places. */
export const secrets = [
  'DATABASE_URL',
  'DATABASE_MIGRATE_URL',
  'DATABASE_LISTEN_URL',
  'DATABASE_REPLICA_URL',
  'BROKERAGE_TOKEN',
  'SMTP_URL',
  'OPERATOR_TOKEN',
  'SECOND_KEY_SECRET',
  'OIDC_CLIENT_SECRET',
] as const;

/** Returns the environment with the files' contents in it, as if set there. Throws one failure that names each problem. */
export function readSecretFiles(env: Environment): Environment {
  const problems: string[] = [];
  const read = gatherSecretFiles(env, problems);
  if (problems.length > 0) throw new PlainFailure(problems.join('\n'));
  return read;
}

/** The same; adds the problems to a list, and leaves out what cannot be read. */
export function gatherSecretFiles(env: Environment, problems: string[]): Environment {
  const read: Environment = { ...env };
  for (const name of secrets) {
    const file = env[`${name}_FILE`];
    if (!file) continue;
    delete read[`${name}_FILE`];
    if (env[name]) problems.push(`${name} and ${name}_FILE are both set: remove one of them.`);
    else read[name] = readSecret(name, file, problems);
  }
  return read;
}

/** The file's content is never repeated in a message. Editors end a file with a newline, which is not part of any secret. */
function readSecret(name: string, file: string, problems: string[]): string {
  try {
    const secret = readFileSync(file, 'utf8').replace(/(\r?\n)+$/, '');
    if (!secret) problems.push(`${name}_FILE names ${file}, which is empty.`);
    return secret;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    problems.push(`${name}_FILE names ${file}, which cannot be read (${code}).`);
    return '';
  }
}
