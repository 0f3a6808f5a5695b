import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandNames } from '#operator/server/all-commands.ts';
import { readConfig } from '#settings/server/config.ts';
import { readText, units } from './scripts/deployed.ts';

/**
 * Follows “From nothing to production” of docs/operations.md as it is printed, in one shell, where /etc and /srv are folders of the test.
 * What needs a machine of its own is left out: the database, systemd and the proxy (see “What has been tried of this”).
 */
const manual = readText('docs/operations.md');
const steps = (manual.split('\n## From nothing to production\n')[1]?.split('\nWithout systemd')[0] ?? '').split(
  /^(?=\d\. \*\*)/m,
);
const isRoot = process.getuid?.() === 0;
/** An ordinary user, who builds, and the units' own, who runs what was built: numbers without a name, which only root can become. */
const [builder, unitUser] = [65_533, 65_534].map((id) => (isRoot ? { uid: id, gid: id } : {}));

const step = (number: number): string => steps.find((each) => each.startsWith(`${number}. `)) ?? '';
const block = (of: string): string => /```\n([\s\S]*?)```/.exec(of)?.[1] ?? '';
/** Commands within sentences, in order. */
const inline = (of: string): string[] =>
  [...of.replaceAll(/```[\s\S]*?```/g, '').matchAll(/`((?:cp|mv|lastro) [^`]+)`/g)].map(([, command = '']) => command);

function under(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
}

describe.each(['022', '077'])('with the mask %s', (mask) => {
  const root = mkdtempSync(join(tmpdir(), 'lastro-manual-'));
  let said: string;
  beforeAll(() => {
    const checkout = join(root, 'checkout');
    cpSync('deploy', join(checkout, 'deploy'), { recursive: true });
    chmodSync(root, 0o755);
    if (isRoot) chownSync(checkout, 65_533, 65_533);
    const program = '.build/production/dist/server/lastro.js';
    const source = 'console.log(JSON.stringify({ typed: process.argv.slice(2), env: process.env }));';
    execFileSync(
      'bash',
      ['-eu', '-c', `umask ${mask}; mkdir -p ${dirname(program)}; printf %s "$0" > ${program}`, source],
      {
        cwd: checkout,
        ...builder,
      },
    );
    mkdirSync(join(root, 'etc'));
    mkdirSync(join(root, 'srv'));
    const former = inline(step(4)).filter((each) => !each.includes('lastro.old'));
    const first = [block(step(2)), ...inline(step(3)), ...former];
    const then = [block(step(7)), ...inline(step(8)), ...inline(step(9))];
    const typed = [`umask ${mask}`, ...first, ...then]
      .join('\n')
      .replaceAll(/\/(etc|srv)\//g, `${root}/$1/`)
      .replaceAll('chown -R root:', isRoot ? 'chown -R root:' : 'true');
    said = execFileSync('bash', ['-eu', '-c', typed], {
      cwd: checkout,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env.PATH },
    });
  });
  afterAll(() => rmSync(root, { recursive: true }));

  test('[O1] the manual’s secrets are readable by their owner only, and are all that the units load', () => {
    const secrets = join(root, 'etc/lastro/secrets');
    expect([secrets, ...under(secrets)].filter((each) => (statSync(each).mode & 0o077) !== 0)).toEqual([]);
    const loaded = units.flatMap((name) =>
      [...readText('deploy/systemd', name).matchAll(/^LoadCredential=[\w-]+:\/etc\/lastro\/secrets\/([\w-]+)$/gm)].map(
        ([, each = '']) => each,
      ),
    );
    expect([...new Set(loaded)].toSorted()).toEqual(readdirSync(secrets).toSorted());
  });

  test.runIf(isRoot)('[O1] the units’ own user runs the build that an ordinary user made, and reads no secret', () => {
    const program = join(root, 'srv/lastro/dist/server/lastro.js');
    const ran = execFileSync(process.execPath, [program, 'doctor'], {
      encoding: 'utf8',
      env: {},
      cwd: '/',
      ...unitUser,
    });
    expect(JSON.parse(ran)).toMatchObject({ typed: ['doctor'] });
    const secret = join(root, 'etc/lastro/secrets/operator-token');
    expect(() => execFileSync('cat', [secret], { stdio: 'pipe', ...unitUser })).toThrow('Permission denied');
  });

  test('[O1] the units’ own user can read the build, whatever the shell’s mask was', () => {
    const build = join(root, 'srv/lastro');
    const closed = [build, ...under(build)].filter((each) => {
      const state = statSync(each);
      return (state.mode & (state.isDirectory() ? 0o005 : 0o004)) !== (state.isDirectory() ? 0o005 : 0o004);
    });
    expect(closed).toEqual([]);
  });

  test('[O1] the manual’s command line has settings that production starts with, and each command exists', () => {
    const runs = said
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { typed: string[]; env: Record<string, string> });
    expect(runs.map(({ typed }) => typed.join(' '))).toEqual([
      'doctor',
      expect.stringMatching(/^staff invite \S+ --role admin$/),
      'rates show',
      'rates accept --high 5.4321 --reason first rate',
      'treasury fund 100000',
    ]);
    for (const { typed, env } of runs) {
      expect(commandNames.some((name) => typed.join(' ').startsWith(name))).toBe(true);
      expect(readConfig(env)).toMatchObject({ mode: 'production', publicUrl: 'https://invest.example.com' });
    }
  });
});

test('[O1] the manual names the port of each unit, and where its metrics are', () => {
  const ports = units.flatMap((name) =>
    [...readText('deploy/systemd', name).matchAll(/\bPORT=(\d+)/g)].map(([, port]) => port),
  );
  const servers = [...step(5).matchAll(/lastro-serve@(\d+)/g)].map(([, port]) => port);
  expect([ports.length, servers.length]).toEqual([1, 2]);
  for (const port of [...ports, ...servers]) {
    expect(step(5)).toContain(String(port));
    expect(manual).toContain(`http://127.0.0.1:${port}/metrics`);
  }
});

test('[O1] what the manual says of the proxy’s file is in it', () => {
  const proxy = readFileSync('deploy/compose/haproxy.cfg', 'utf8');
  for (const wanted of ['init-addr ', 'resolvers ', 'check port 8080', 'server serve-1', 'server serve-2']) {
    expect(step(6)).toContain(wanted.trim().replace('server ', ''));
    expect(proxy).toContain(wanted);
  }
});
