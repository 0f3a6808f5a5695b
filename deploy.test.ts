import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  builtPrograms,
  drainSeconds,
  isMissing,
  openSecrets,
  partsOfImage,
  probes,
  programsIn,
  readText,
  unknownSettings,
} from './scripts/deployed.ts';

/** Checks of the image and of compose that need no container engine. */
const root = dirname(fileURLToPath(import.meta.url));

const containerfile = readText('Containerfile');
const instructions = containerfile
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, ' ')
  .split('\n')
  .filter(Boolean);
const stages = instructions
  .join('\n')
  .split(/^(?=FROM )/m)
  .slice(1);

test('[O1] the image builds on a pinned digest, from copies and locked packages only, and leaves the build tools out', () => {
  const bases = instructions.filter((line) => line.startsWith('FROM ')).map((line) => line.split(' ')[1] ?? '');
  expect(bases.length).toBeGreaterThan(1);
  // Without a default: a build that does not state the digest fails.
  for (const base of bases) expect(base).toMatch(/^docker\.io\/library\/node:[\w.-]+@\$\{NODE_DIGEST\}$/);
  expect(instructions).toContain('ARG NODE_DIGEST');
  expect(instructions.filter((line) => /^ADD |:latest|curl |wget |apt-get|npm install|sudo /.test(line))).toEqual([]);
  for (const line of instructions.filter((each) => each.includes('npm ci'))) expect(line).toContain('--ignore-scripts');
  expect(stages.find((stage) => stage.includes(' AS packages'))).toContain('--omit=dev');
});

test('[O1] the image runs as an unprivileged user, reports its health and shuts down cleanly', () => {
  const last = stages.at(-1) ?? '';
  expect(last).toMatch(/^USER [1-9]\d{3,}:[1-9]\d{3,}$/m);
  expect(last).not.toMatch(/^RUN /m);
  // Copied files stay owned by root.
  expect(last).not.toMatch(/--chown/);
  expect(last).toMatch(/^HEALTHCHECK .*CMD \[/m);
  expect(last).toMatch(/^ENTRYPOINT \["node"\]\nCMD \["dist\/server\/serve\.js"\]$/m);
  expect(last).toMatch(/^STOPSIGNAL SIGTERM$/m);
  const names = [...(/^ENV (.*)$/m.exec(last)?.[1] ?? '').matchAll(/(?<![\w-])(\w+)=/g)].map(([, name = '']) => name);
  expect([unknownSettings(names), openSecrets(names)]).toEqual([[], []]);
  expect(last).toContain('EXPOSE 8080 8082');
  expect(readText('deploy/health.mjs')).toContain('/health/ready');
  // `npm run production` assembles the same parts.
  expect(partsOfImage()).toEqual([
    'package.json',
    'package-lock.json',
    '.npmrc',
    'dist',
    'db/migrations',
    'deploy/health.mjs',
  ]);
});

test('[O1] the build context contains no secrets and no large folders', () => {
  const ignored = readText('.containerignore').split('\n');
  for (const name of ['.git', '.data', 'node_modules', 'dist', 'deploy/compose/secrets'])
    expect(ignored).toContain(name);
  expect(readText('.dockerignore')).toBe(readText('.containerignore'));
});

interface Service {
  image: string;
  user?: string;
  read_only?: boolean;
  cap_drop?: string[];
  environment?: Record<string, string>;
  secrets?: string[];
  command?: string[];
  stop_grace_period?: string;
  ports?: string[];
  networks?: string[];
}
interface Compose {
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
}
const compose = parse(readText('deploy/compose/compose.yaml'), { merge: true }) as Compose;
const services = Object.entries(compose.services);
const ours = services.filter(([, { image }]) => image.includes('LASTRO_IMAGE'));

test('[O1] compose: two servers, a worker, a migration with its own login, and their dependencies; each on a read-only file system', () => {
  expect(Object.keys(compose.services)).toEqual(
    expect.arrayContaining(['serve-1', 'serve-2', 'work', 'migrate', 'proxy', 'pgbouncer', 'database', 'mail']),
  );
  for (const [name, service] of ours) {
    expect([name, service.read_only, service.cap_drop]).toEqual([name, true, ['ALL']]);
    if (name !== 'assets-folder') expect([name, service.user]).toEqual([name, '10001:10001']);
    const names = Object.keys(service.environment ?? {});
    expect([name, unknownSettings(names), openSecrets(names)]).toEqual([name, [], []]);
    expect(programsIn((service.command ?? []).join(' ')).filter((program) => !builtPrograms.has(program))).toEqual([]);
  }
  for (const [name, { image }] of services) expect([name, /:latest|^[^:$]+$/.test(image)]).toEqual([name, false]);
  const owners = services.filter(([, { secrets: known = [] }]) =>
    known.some((each) => each === 'database-migrate-url'),
  );
  expect(owners.map(([name]) => name)).toEqual(['migrate']);
});

test('[O1] compose: make-secrets.sh generates every secret file, and every setting in the example is known', () => {
  const script = readText('deploy/compose/make-secrets.sh');
  for (const [name, { file }] of Object.entries(compose.secrets)) {
    expect(file).toBe(`./secrets/${name}`);
    expect(script).toMatch(new RegExp(`(write |for name in .*)\\b${name}\\b`));
  }
  for (const [name, { secrets: used = [], environment = {} }] of services) {
    const files = Object.values(environment).flatMap((value) => /^\/run\/secrets\/(.+)$/.exec(value)?.[1] ?? []);
    expect([name, files.filter((file) => !used.includes(file))]).toEqual([name, []]);
    expect([name, used.filter((each) => !compose.secrets[each])]).toEqual([name, []]);
  }
  for (const example of ['deploy/compose/lastro.env.example', 'deploy/systemd/lastro.env.example']) {
    const names = [...readText(example).matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name);
    expect([unknownSettings(names), openSecrets(names)]).toEqual([[], []]);
  }
});

test('[O1] compose: the proxy shares with the servers only the network from which they trust it', () => {
  const networksOf = (name: string): string[] => compose.services[name]?.networks ?? [];
  for (const name of ['serve-1', 'serve-2'])
    expect(networksOf(name).filter((each) => networksOf('proxy').includes(each))).toEqual(['inside']);
  // Ports cannot be published from a network without a route to the outside.
  for (const [name, { ports }] of services)
    if (ports) expect([name, networksOf(name).some((each) => each !== 'inside')]).toEqual([name, true]);
});

test.skipIf(isMissing('openssl'))(
  '[O1] compose: the secrets are generated once, readable by their owner only, and match each other',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'lastro-secrets-'));
    try {
      for (const name of ['make-secrets.sh', 'lastro.env.example'])
        copyFileSync(join(root, 'deploy/compose', name), join(folder, name));
      const run = (): string => execFileSync('sh', [join(folder, 'make-secrets.sh')], { encoding: 'utf8' });
      run();
      const all = (): string[] =>
        readdirSync(join(folder, 'secrets'))
          .toSorted()
          .map((name) => `${name} ${readFileSync(join(folder, 'secrets', name), 'utf8')}`);
      const first = all();
      for (const name of Object.keys(compose.secrets)) expect(existsSync(join(folder, 'secrets', name))).toBe(true);
      const app = readFileSync(join(folder, 'secrets/app-password'), 'utf8');
      expect(app).toMatch(/^[0-9a-f]{64}$/);
      expect(readFileSync(join(folder, 'secrets/database-url'), 'utf8')).toBe(
        `postgresql://lastro_app:${app}@pgbouncer:6432/lastro`,
      );
      expect(readFileSync(join(folder, 'secrets/proxy.pem'), 'utf8')).toMatch(
        /BEGIN CERTIFICATE[\s\S]*BEGIN PRIVATE KEY/,
      );
      run();
      expect(all()).toEqual(first);
      const modes = execFileSync('find', [join(folder, 'secrets'), '-perm', '/077'], { encoding: 'utf8' });
      expect(modes).toBe('');
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

test('[O1] the proxy probes existing paths, detects a draining server before it stops, and retries only failed connections', () => {
  const text = readText('deploy/compose/haproxy.cfg');
  const asked = [...text.matchAll(/option httpchk GET (\S+)/g)].map(([, path = '']) => path);
  expect(asked.length).toBe(2);
  for (const path of asked) expect(probes).toContain(path);
  for (const [, inter, fall] of text.matchAll(/inter (\d+)s fall (\d+)/g))
    expect(Number(inter) * Number(fall)).toBeLessThan(drainSeconds);
  expect(text).toMatch(/retry-on conn-failure\n/);
  // In both frontends: nobody outside can set the trace.
  expect(text.match(/http-request del-header traceparent\n/g)).toHaveLength(2);
});

test.skipIf(isMissing('haproxy'))('[O1] HAProxy accepts its configuration file', () => {
  const text = readText('deploy/compose/haproxy.cfg');
  const folder = mkdtempSync(join(tmpdir(), 'lastro-proxy-'));
  try {
    // Unchanged, except for names and a certificate that exist only inside.
    const here = text
      .replaceAll('ssl crt /etc/haproxy/proxy.pem alpn h2,http/1.1', '')
      .replaceAll(/ server (serve-\d) serve-\d:/g, ' server $1 127.0.0.1:');
    writeFileSync(join(folder, 'haproxy.cfg'), here);
    const checked = spawnSync('haproxy', ['-c', '-f', join(folder, 'haproxy.cfg')], { encoding: 'utf8' });
    expect([checked.status, checked.stderr]).toEqual([0, expect.any(String)]);
    writeFileSync(join(folder, 'haproxy.cfg'), here.replace('mode http', 'mode hearsay'));
    expect(spawnSync('haproxy', ['-c', '-f', join(folder, 'haproxy.cfg')]).status).not.toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
