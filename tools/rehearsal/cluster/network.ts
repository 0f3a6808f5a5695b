import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { killNow } from '#testing/server/kill-now.ts';

/** A fixed name for all runs, so that each removes what a killed run left behind. */
const bridge = 'lastro-ha';
const network = '10.77.13';

/** The host's own address in that network. */
export const hostAddress = `${network}.1`;

/** A separate machine as far as the network is concerned: a namespace with an address and a wire that can be pulled. */
export interface Machine {
  name: string;
  address: string;
  /** Prefix of a command that makes it run there as PostgreSQL's user. */
  prefix: string[];
  /** All processes running there. */
  pids(): number[];
  pullWire(): void;
  plugIn(): void;
}

export function layNetwork(count: number): { machines: Machine[]; remove(): void } {
  const names = Array.from({ length: count }, (_, n) => `lastro-n${n + 1}`);
  const remove = (): void => {
    for (const name of names) {
      for (const pid of pidsIn(name)) killNow(pid);
      spawnSync('ip', ['netns', 'del', name], { stdio: 'ignore' });
    }
    spawnSync('ip', ['link', 'del', bridge], { stdio: 'ignore' });
  };
  remove();
  ip('link', 'add', bridge, 'type', 'bridge');
  ip('addr', 'add', `${hostAddress}/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
  return { machines: names.map((name, n) => addMachine(name, n + 1)), remove };
}

function addMachine(name: string, number: number): Machine {
  const wire = `lastro-w${number}`;
  const address = `${network}.${10 + number}`;
  ip('netns', 'add', name);
  ip('link', 'add', wire, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
  ip('link', 'set', wire, 'master', bridge, 'up');
  ip('-n', name, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
  ip('-n', name, 'link', 'set', 'eth0', 'up');
  ip('-n', name, 'link', 'set', 'lo', 'up');
  return {
    name,
    address,
    prefix: ['ip', 'netns', 'exec', name, ...asPostgres],
    pids: () => pidsIn(name),
    pullWire: () => ip('link', 'set', wire, 'down'),
    plugIn: () => ip('link', 'set', wire, 'up'),
  };
}

/** PostgreSQL refuses to run as root. */
export const asPostgres = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', '--'];

function pidsIn(name: string): number[] {
  const { stdout } = spawnSync('ip', ['netns', 'pids', name], { encoding: 'utf8' });
  return (stdout ?? '').split('\n').filter(Boolean).map(Number);
}

function ip(...args: string[]): void {
  const { status, stderr } = spawnSync('ip', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr}`);
}

/** The user that PostgreSQL runs as. */
export function postgresUser(): { uid: number; gid: number } {
  const [, , uid, gid] = /^postgres:.*$/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[0].split(':') ?? [];
  if (!uid || !gid) throw new Error('there is no user postgres on this machine');
  return { uid: Number(uid), gid: Number(gid) };
}
