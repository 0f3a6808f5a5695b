import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectFolder } from '#platform/server/project-folder.ts';
import { flag, readOptions } from './read-options.ts';

/**
 * `npm run supply-chain`: writes the bill of materials (CycloneDX) of what production runs to dist/sbom.cdx.json, and queries the registry
 * for known vulnerabilities, if it answers. `-- --reproduce` builds twice, in differently named folders, and compares every byte. Exits
 * with 1 for a vulnerability of high or critical severity in what production runs, for a package without a digest, and for builds that
 * differ.
 */
const { reproduce } = readOptions({
  command: 'npm run supply-chain --',
  does: 'Writes the bill of materials, and queries the registry for known vulnerabilities.',
  options: { reproduce: flag('builds twice, in differently named folders, and compares every byte') },
});
const problems = [...writeBill(), ...askForWeaknesses(), ...(reproduce ? compareBuilds() : [])];
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;

function npm(args: string[]): { said: string; isGood: boolean } {
  const { stdout, status } = spawnSync('npm', args, {
    cwd: projectFolder,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
    timeout: 120_000,
    shell: process.platform === 'win32',
  });
  return { said: stdout ?? '', isGood: status === 0 };
}

interface Bill {
  bomFormat: string;
  serialNumber?: string;
  metadata: { timestamp?: string };
  components: { name: string; version: string; hashes?: object[] }[];
}

/** Omits the timestamp and serial number, so that the same lockfile yields the same bill. */
function writeBill(): string[] {
  const { said, isGood } = npm(['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only']);
  if (!isGood) return ['npm could not write the bill of materials.'];
  const bill = JSON.parse(said) as Bill;
  delete bill.serialNumber;
  delete bill.metadata.timestamp;
  const file = join(projectFolder, 'dist/sbom.cdx.json');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
  const undigested = bill.components.filter(({ hashes = [] }) => hashes.length === 0);
  process.stdout.write(`${bill.components.length} packages in ${file}\n`);
  return undigested.map(({ name }) => `${name} has no digest in the bill of materials.`);
}

interface Audit {
  metadata?: { vulnerabilities: Record<string, number> };
  vulnerabilities?: Record<string, { severity: string; fixAvailable: unknown }>;
}

/** A registry that gives no answer is no verdict: it is reported, but nothing fails. */
function askForWeaknesses(): string[] {
  const { said } = npm(['audit', '--omit=dev', '--json']);
  const audit = readAudit(said);
  if (!audit?.metadata) {
    process.stdout.write('The registry gave no vulnerability report: not checked.\n');
    return [];
  }
  const found = Object.entries(audit.vulnerabilities ?? {});
  process.stdout.write(`${found.length} packages with known vulnerabilities.\n`);
  const grave = found.filter(([, { severity }]) => severity === 'high' || severity === 'critical');
  return grave.map(([name, { severity }]) => `${name} has a vulnerability of ${severity} severity: see npm audit.`);
}

function readAudit(said: string): Audit | null {
  try {
    return JSON.parse(said) as Audit;
  } catch {
    return null;
  }
}

/** Builds from sources and packages alone, so that stray files do not get in. */
function compareBuilds(): string[] {
  const place = mkdtempSync(join(tmpdir(), 'lastro-reproduce-'));
  try {
    const [one, two] = ['one', 'a-second-folder/of-another-length'].map((name) => buildIn(join(place, name)));
    if (!one || !two) return ['A build failed: run npm run build to see why.'];
    const files = [...new Set([...one.keys(), ...two.keys()])].toSorted();
    process.stdout.write(`${files.length} files of two builds compared: ${digestOf(one)}\n`);
    return files
      .filter((file) => one.get(file) !== two.get(file))
      .map((file) => `${file} differs between the two builds.`);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** The digest of each built file; null if the build failed. */
function buildIn(folder: string): Map<string, string> | null {
  const sources = spawnSync('git', ['ls-files', '-z'], { cwd: projectFolder, encoding: 'utf8' }).stdout;
  for (const file of sources.split('\0').filter(Boolean))
    cpSync(join(projectFolder, file), join(folder, file), { recursive: true });
  cpSync(join(projectFolder, 'node_modules'), join(folder, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  const { status } = spawnSync(process.execPath, ['scripts/begin.mjs', 'build'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, NODE_ENV: '' },
  });
  if (status !== 0) return null;
  const dist = join(folder, 'dist');
  const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map(({ parentPath, name }) => {
      const file = join(parentPath, name);
      return [file.slice(dist.length + 1), createHash('sha256').update(readFileSync(file)).digest('hex')];
    }),
  );
}

/** A single digest of a whole build, so that two machines can compare theirs. */
function digestOf(build: Map<string, string>): string {
  const lines = [...build].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([file, hash]) => `${hash}  ${file}\n`);
  return createHash('sha256').update(lines.join('')).digest('hex');
}
