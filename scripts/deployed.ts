import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '#platform/server/project-folder.ts';

/** What the files of deploy/ are checked against: settings that the product reads, programs that are built, paths that are served. */
export function readText(...path: string[]): string {
  return readFileSync(join(projectFolder, ...path), 'utf8');
}

const config = readText('src/settings/server/config.ts');
const secretFiles = readText('src/platform/server/secret-files.ts');

/** Environment variables that the product or Node reads. */
const settings = new Set([...`${config}${secretFiles}`.matchAll(/\b[A-Z][A-Z0-9_]{3,}\b/g)].map(([name]) => name));
for (const name of ['NODE_ENV', 'NODE_OPTIONS']) settings.add(name);
const secrets = new Set([...secretFiles.matchAll(/'([A-Z_]{6,})'/g)].map(([, name = '']) => name));

/** Settings that nothing reads; a secret's `_FILE` counts as the secret. */
export function unknownSettings(names: Iterable<string>): string[] {
  return [...names].filter((name) => !settings.has(name.replace(/_FILE$/, '')));
}

/** Secrets set directly in the environment, where they do not belong. */
export function openSecrets(names: Iterable<string>): string[] {
  return [...names].filter((name) => secrets.has(name));
}

/** The parts of the image other than packages, by their path in the checkout. */
export function partsOfImage(): string[] {
  const stages = readText('Containerfile').split(/^(?=FROM )/m);
  const copied = (stage = ''): string[][] =>
    [...stage.matchAll(/^COPY (?:--from=\w+ )?(.*)$/gm)].map(([, names = '']) => names.split(' ').slice(0, -1));
  const packages = copied(stages.find((stage) => stage.includes(' AS packages')));
  return [...packages, ...copied(stages.at(-1))]
    .flat()
    .map((name) => name.replace(/^\/build\//, ''))
    .filter((name) => name !== '/packages/');
}

/** Whether a tool that only some machines have is missing here; logged, so that a skipped check is not taken for a passed one. */
export function isMissing(tool: string): boolean {
  if (!spawnSync(tool, ['--version']).error) return false;
  console.warn(`${tool} is not installed: deploy/ was not checked with it.`);
  return true;
}

/** The programs that a text runs. */
export function programsIn(text: string): string[] {
  return [...text.matchAll(/dist\/server\/([\w-]+)\.js/g)].map(([, name = '']) => name);
}

export const builtPrograms = new Set(
  [...readText('scripts/build-server.ts').matchAll(/^ {2}'?([\w-]+)'?: 'src\//gm)].map(([, name = '']) => name),
);

export const probes = [...readText('src/app/server/serve-health.ts').matchAll(/app\.get\('([^']+)'/g)].map(
  ([, path = '']) => path,
);

/** The defaults in production. */
export const drainSeconds = Number(/isProduction \? '(\d+)' : '0'/.exec(config)?.[1]);
export const stopSeconds = Number(/text\('STOP_SECONDS'\) \|\| '(\d+)'/.exec(config)?.[1]);

export const units = readdirSync(join(projectFolder, 'deploy', 'systemd')).filter((name) => name.endsWith('.service'));

export const templates = readdirSync(join(projectFolder, 'deploy', 'helm', 'lastro', 'templates')).map((name) => ({
  name,
  text: readText('deploy/helm/lastro/templates', name),
}));
