import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { nodeArguments } from '#app/server/node-arguments.ts';
import {
  builtPrograms,
  drainSeconds,
  isMissing,
  openSecrets,
  probes,
  programsIn,
  readText,
  stopSeconds,
  templates,
  units,
  unknownSettings,
} from './scripts/deployed.ts';

/** Checks of the units and the chart that need neither an init system nor a cluster. */
const unitsIn = join(dirname(fileURLToPath(import.meta.url)), 'deploy', 'systemd');

test.each(units)('[O1] %s runs an existing program with known settings, as an unprivileged user', (name) => {
  const text = readText('deploy/systemd', name);
  expect(programsIn(text).length).toBe(1);
  for (const program of programsIn(text)) expect(builtPrograms).toContain(program);
  // An EnvironmentFile overrides it, so mandatory settings are passed where the program is started.
  expect(text).not.toMatch(/^Environment=/m);
  const [, started = ''] = /^ExecStart=\/usr\/bin\/env \\\n((?: {2}.*\\\n)+) {2}\/usr\/bin\/node /m.exec(text) ?? [];
  const said = [...started.matchAll(/(\w+)=\S+/g)].map(([, setting = '']) => setting);
  expect(said).toContain('NODE_ENV');
  expect([unknownSettings(said), openSecrets(said)]).toEqual([[], []]);
  const loaded = [...text.matchAll(/^LoadCredential=([\w-]+):/gm)].map(([, each = '']) => each);
  expect([...text.matchAll(/=%d\/([\w-]+)/g)].map(([, each = '']) => each).toSorted()).toEqual(loaded.toSorted());
  expect(loaded.includes('database-migrate-url')).toBe(name === 'lastro-migrate.service');
  for (const line of [
    'DynamicUser=yes',
    'ProtectSystem=strict',
    'NoNewPrivileges=yes',
    'CapabilityBoundingSet=',
    'PrivateTmp=yes',
  ])
    expect(text.split('\n')).toContain(line);
});

test.skipIf(isMissing('systemd-analyze'))('[O1] systemd verifies the units without complaints', () => {
  const verified = spawnSync('systemd-analyze', ['verify', ...units.map((name) => join(unitsIn, name))], {
    encoding: 'utf8',
  });
  expect(verified.error).toBeUndefined();
  // A machine without Node at that path says so; there must be no other complaint.
  expect(verified.stderr.split('\n').filter((line) => line && !line.includes('is not executable'))).toEqual([]);
  const wrong = spawnSync('systemd-analyze', ['verify', 'no-such.service'], { encoding: 'utf8' });
  expect(wrong.status).not.toBe(0);
});

test("[O1] every stop timeout is longer than a program's shutdown", () => {
  const most = drainSeconds + stopSeconds;
  expect(most).toBeGreaterThan(10);
  for (const name of units.filter((each) => !each.includes('migrate')))
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(readText('deploy/systemd', name))?.[1])).toBeGreaterThan(most);
  for (const [, grace] of readText('deploy/compose/compose.yaml').matchAll(/stop_grace_period: (\d+)s/g))
    expect(Number(grace)).toBeGreaterThan(most);
  expect(templates.find(({ name }) => name === 'serve.yaml')?.text).toContain(
    'add (int .Values.settings.DRAIN_SECONDS) (int .Values.settings.STOP_SECONDS) 10',
  );
});

test('[O1] unit and image start Node with the arguments of every other server', () => {
  const serve = readText('deploy/systemd', 'lastro-serve@.service');
  expect(/\/usr\/bin\/node (--.*) dist\//.exec(serve)?.[1]?.split(' ')).toEqual(nodeArguments);
  expect(/NODE_OPTIONS="([^"]*)"/.exec(readText('Containerfile'))?.[1]?.split(' ')).toEqual(nodeArguments);
});

test('[O1] the chart: values used and values defined are the same; settings, programs, probes and ports exist', () => {
  const values = parse(readText('deploy/helm/lastro/values.yaml')) as Record<string, Record<string, unknown>>;
  const all = templates.map(({ text }) => text).join('\n');
  const named = new Set(
    [...all.matchAll(/\.Values\.([\w]+)(?:\.([\w]+))?/g)].map(([, one = '', two]) => (two ? `${one}.${two}` : one)),
  );
  const there = Object.entries(values).flatMap(([one, inner]) => [
    one,
    ...Object.keys(inner).map((two) => `${one}.${two}`),
  ]);
  expect([...named].filter((name) => !there.includes(name))).toEqual([]);
  expect(there.filter((name) => name.includes('.') && !name.startsWith('settings.') && !named.has(name))).toEqual([]);
  const names = [...all.matchAll(/- name: ([A-Z_]+)$/gm)].map(([, name = '']) => name);
  const set = Object.keys(values.settings ?? {});
  expect([unknownSettings([...names, ...set]), openSecrets([...names, ...set])]).toEqual([[], []]);
  expect(programsIn(all).filter((program) => !builtPrograms.has(program))).toEqual([]);
  for (const [, path] of all.matchAll(/httpGet: \{ path: (\S+),/g)) expect(probes).toContain(path);
  expect([...all.matchAll(/containerPort: (\d+)/g)].map(([, port]) => port)).toEqual(
    expect.arrayContaining(['8080', '8082']),
  );
  for (const [, used] of all.matchAll(/include "([\w.]+)"/g)) expect(all).toContain(`define "${used}"`);
  for (const { name, text } of templates) {
    const opened = [...text.matchAll(/\{\{-? (?:if|with|range|define) /g)].length;
    expect([name, [...text.matchAll(/\{\{-? end -?\}\}/g)].length]).toEqual([name, opened]);
  }
  expect(parse(readText('deploy/helm/lastro/Chart.yaml'))).toMatchObject({ apiVersion: 'v2', name: 'lastro' });
});

test('[O1] the chart: every pod is unprivileged, read-only and has resource limits; a new pod is ready before an old one stops', () => {
  const workloads = templates.filter(({ text }) => text.includes('containers:'));
  expect(workloads.map(({ name }) => name).toSorted()).toEqual(['migrate.yaml', 'serve.yaml', 'work.yaml']);
  for (const { text } of workloads)
    for (const wanted of [
      'lastro.podSecurity',
      'lastro.containerSecurity',
      'resources:',
      'automountServiceAccountToken: false',
      'defaultMode: 0440',
    ])
      expect(text).toContain(wanted);
  const helpers = readText('deploy/helm/lastro/templates/_helpers.tpl');
  for (const wanted of [
    'runAsNonRoot: true',
    'readOnlyRootFilesystem: true',
    'allowPrivilegeEscalation: false',
    'drop: [ALL]',
  ])
    expect(helpers).toContain(wanted);
  expect(readText('deploy/helm/lastro/templates/serve.yaml')).toContain('maxUnavailable: 0, maxSurge: 1');
  // A number in a map of settings is not a string, and clusters reject it.
  expect(readText('deploy/helm/lastro/templates/settings.yaml')).toContain('{{ $value | quote }}');
  expect(helpers).toMatch(/DATABASE_PROCESSES\n {2}value: \{\{ add .*serve\.replicas.*work\.replicas/);
  expect(readText('deploy/helm/lastro/templates/migrate.yaml')).toContain('helm.sh/hook: pre-install,pre-upgrade');
  // A template without control blocks is plain YAML.
  for (const { name, text } of templates.filter(({ text: each }) => !/\{\{-? (if|with|range|define) /.test(each))) {
    const plain = text.replaceAll(/\{\{-? (include|toYaml)[^}]*\}\}/g, '{}').replaceAll(/\{\{[^}]*\}\}/g, 'x');
    expect([name, parseAllDocuments(plain).flatMap(({ errors }) => errors)]).toEqual([name, []]);
  }
});
