import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { projectFolder } from '#platform/server/project-folder.ts';
import { runProgram } from './programs.ts';

/** The result of a load. */
export interface Rate {
  perSecond: number;
  /** 99th percentile latency in milliseconds; absent if the program does not report it. */
  p99?: number;
  /** Unsuccessful answers. */
  refused: number;
}

export interface Effort {
  connections: number;
  seconds: number;
}

/**
 * Runs pgbench's own transaction, "TPC-B (sort of)", prepared: the limit that money calls are compared with. Alternatively runs our own
 * script.
 */
export async function measurePgbench(
  pgbench: string,
  url: string,
  { connections, seconds }: Effort,
  script: string[] = [],
): Promise<Rate> {
  const threads = String(Math.min(2, connections));
  const args = [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(connections),
    '-j',
    threads,
    '-T',
    String(seconds),
    ...script,
    url,
  ];
  const said = await runProgram(pgbench, args);
  const perSecond = Number(/tps = ([\d.]+)/.exec(said)?.[1]);
  if (!perSecond) throw new Error(`pgbench reported no count: ${said}`);
  return { perSecond, refused: 0 };
}

/** One call repeated, each time with the next line of a file (load.lua). */
export interface Load {
  method: 'GET' | 'POST';
  path: string;
  body?: string;
  lines: string;
  /** Each line is used for one call only: a stake is cancelled once. */
  once?: boolean;
}

/** HTTP load from wrk over this many keep-alive connections, spread over the addresses. */
export async function measureHttp(
  wrk: string,
  addresses: readonly string[],
  load: Load,
  { connections, seconds }: Effort,
): Promise<Rate> {
  const each = String(Math.max(1, Math.round(connections / addresses.length)));
  const script = join(projectFolder, 'bench', 'harness', 'load.lua');
  const args = ['-t', '1', '-c', each, '-d', `${seconds}s`, '--latency', '-s', script];
  const run = randomUUID();
  const said = await Promise.all(
    addresses.map((address, part) =>
      runProgram(wrk, [...args, address], {
        LOAD_METHOD: load.method,
        LOAD_PATH: load.path,
        ...(load.body ? { LOAD_BODY: load.body } : {}),
        LOAD_LINES: load.lines,
        LOAD_ONCE: load.once ? 'yes' : 'no',
        LOAD_RUN: run,
        LOAD_PART: String(part),
        LOAD_PARTS: String(addresses.length),
      }),
    ),
  );
  return said.map(readWrk).reduce((one, other) => ({
    perSecond: one.perSecond + other.perSecond,
    p99: Math.max(one.p99 ?? 0, other.p99 ?? 0),
    refused: one.refused + other.refused,
  }));
}

function readWrk(said: string): Rate {
  const result = /^RESULT (\d+) (\d+) (\d+) ([\d.]+)$/m.exec(said);
  if (!result) throw new Error(`wrk reported no count: ${said}`);
  const [good = 0, refused = 0, micros = 1, p99 = 0] = result.slice(1).map(Number);
  return { perSecond: good / (micros / 1_000_000), refused, p99: p99 / 1000 };
}
