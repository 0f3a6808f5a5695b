import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#platform/server/config.ts';

const fileName = 'second-key-secret';

/**
 * SECOND_KEY_SECRET, or else a file of the installation, created at first use and readable only by its user. Of two servers that create it
 * concurrently, the second uses what the first wrote.
 */
export function readSealSecret({
  secondFactorSecret,
  dataDir,
}: Pick<Config, 'secondFactorSecret' | 'dataDir'>): string {
  if (secondFactorSecret) return secondFactorSecret;
  const file = join(dataDir, fileName);
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < 32) throw new Error(`${file} does not hold a secret`);
  return secret;
}
