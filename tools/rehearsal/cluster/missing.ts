import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** PostgreSQL 15 as installed by Debian 12. */
export const postgresPrograms = '/usr/lib/postgresql/15/bin';

const needed: readonly [program: string, debian: string][] = [
  [`${postgresPrograms}/postgres`, 'postgresql-15'],
  ['/usr/bin/patroni', 'patroni'],
  ['/usr/bin/etcd', 'etcd-server'],
  ['/usr/sbin/haproxy', 'haproxy'],
  ['/usr/bin/setpriv', 'util-linux'],
  ['ip', 'iproute2'],
];

/** What is missing for PostgreSQL 15 alone. */
export function missingPostgres(): string[] {
  return findMissing([needed[0] as (typeof needed)[number], needed[4] as (typeof needed)[number]]);
}

/** What the cluster needs and this machine lacks; nothing is installed. */
export function missingForCluster(): string[] {
  const missing = findMissing(needed);
  if (missing.length > 0) return missing;
  const name = 'lastro-try';
  const isAllowed =
    spawnSync('ip', ['netns', 'add', name], { stdio: 'ignore' }).status === 0 &&
    spawnSync('ip', ['netns', 'del', name], { stdio: 'ignore' }).status === 0;
  return isAllowed ? [] : ['the right to make network namespaces (root, CAP_NET_ADMIN and CAP_SYS_ADMIN)'];
}

function findMissing(programs: readonly (typeof needed)[number][]): string[] {
  const isThere = (program: string): boolean =>
    program.startsWith('/') ? existsSync(program) : spawnSync(program, ['-V'], { stdio: 'ignore' }).status === 0;
  return programs
    .filter(([program]) => !isThere(program))
    .map(([program, debian]) => `${program} (apt-get install ${debian})`);
}
