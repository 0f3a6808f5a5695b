import { join } from 'node:path';
import { projectFolder } from '#platform/server/project-folder.ts';
import { writeLines } from './fill.ts';
import { type Load, measureHttp, measurePgbench, type Rate } from './measure.ts';
import type { Measured } from './measured.ts';

const script = join(projectFolder, 'bench', 'harness', 'stake.sql');

/** Calls that move money, compared with pgbench's transaction over as many connections. */
export async function measureStakes(measured: Measured): Promise<void> {
  const load: Load = {
    method: 'POST',
    path: '/api/stake',
    body: '{"amount":10,"time_stake":30}',
    lines: measured.sessions.all,
  };
  for (const servers of [1, 2]) {
    await withServers(measured, servers, async (addresses) => {
      await warm(measured, addresses, load);
      for (const connections of [8, 32, 128]) {
        const what = `POST /api/stake, ${connections} at once, ${servers === 1 ? 'one process' : 'two processes'}`;
        const least = servers === 1 ? 0.5 : undefined;
        await compare(measured, { what, connections, least }, () => http(measured, addresses, load, connections));
      }
    });
  }
}

/**
 * What a storm of refused stakes costs honest customers, beside a storm of accepted ones [L15]: a quarter of the connections is honest in
 * both. The storm's customers are others than the honest ones.
 */
export async function measureRefusals(measured: Measured): Promise<void> {
  const { sessions, runs, print, ground } = measured;
  const [honestLines, otherLines] = ['honest.tsv', 'others.tsv'].map((name) => join(ground.folder, name)) as [
    string,
    string,
  ];
  const half = Math.ceil(sessions.people.length / 2);
  const linesOf = (people: typeof sessions.people): [string, string][] => people.map(({ token, id }) => [token, id]);
  await writeLines(honestLines, linesOf(sessions.people.slice(0, half)));
  await writeLines(otherLines, linesOf(sessions.people.slice(half)));
  const stakes = (lines: string): Load => ({
    method: 'POST',
    path: '/api/stake',
    body: '{"amount":10,"time_stake":30}',
    lines,
  });
  await withServers(measured, 1, async (addresses) => {
    await warm(measured, addresses, stakes(honestLines));
    const besides = async (storm: Load, connections: number): Promise<[honest: Rate, storm: Rate]> =>
      Promise.all([
        http(measured, addresses, stakes(honestLines), connections / 4),
        http(measured, addresses, storm, connections),
      ]);
    for (const connections of [32, 128]) {
      const [figures, limits, notes]: [number[], number[], string[]] = [[], [], []];
      for (let run = 0; run < runs; run += 1) {
        const [accepted] = await besides(stakes(otherLines), connections);
        const [refused, storm] = await besides(stakes(sessions.penniless), connections);
        if (storm.refused === 0 || storm.perSecond > 0) throw new Error('the storm was not refused');
        limits.push(accepted.perSecond);
        figures.push(refused.perSecond);
        notes.push(`p99 ${(refused.p99 ?? 0).toFixed(0)} beside ${(accepted.p99 ?? 0).toFixed(0)} ms`);
      }
      const what = `stakes of ${connections / 4} beside ${connections} that are refused`;
      print({ what, figures, limits, unit: '/s', limit: 'beside accepted ones', least: 1, note: notes.at(-1) ?? '' });
    }
  });
}

export async function measureVault(measured: Measured): Promise<void> {
  const load: Load = {
    method: 'POST',
    path: '/api/vault/deposit',
    body: '{"amount":100}',
    lines: measured.sessions.all,
  };
  await withServers(measured, 1, async (addresses) => {
    await warm(measured, addresses, load);
    for (const connections of [8, 32]) {
      const what = `POST /api/vault/deposit, ${connections} at once`;
      await compare(measured, { what, connections }, () => http(measured, addresses, load, connections));
    }
  });
}

/** Stakes are opened beforehand, as many as pgbench's rate could possibly have cancelled. */
export async function measureCancels(measured: Measured): Promise<void> {
  const lines = join(measured.ground.folder, 'stakes.tsv');
  const load: Load = { method: 'POST', path: '/api/stake/{2}', lines, once: true };
  await withServers(measured, 1, async (addresses) => {
    for (const connections of [8, 32]) {
      const what = `POST /api/stake/:id (cancel), ${connections} at once`;
      await compare(measured, { what, connections }, async ({ perSecond }) => {
        await openStakes(measured, lines, Math.ceil(perSecond * 1.2 * measured.seconds));
        return http(measured, addresses, load, connections);
      });
    }
  });
}

async function openStakes({ ground, sessions: { people } }: Measured, file: string, count: number): Promise<void> {
  const lines: [string, string][] = [];
  const batch = 2_000;
  for (let from = 0; from < count; from += batch) {
    const owners = Array.from({ length: batch }, (_, at) => people[(from + at) % people.length] as (typeof people)[0]);
    const rows = await ground.db.query<{ id: string; n: bigint }>(
      `SELECT s.id, s.n FROM (
         SELECT gen_random_uuid() AS id, owner, n FROM unnest($1::uuid[]) WITH ORDINALITY AS o (owner, n) ORDER BY owner OFFSET 0
       ) s, open_position('stake', s.id, s.owner, 10000000, 10000000, 1000000, now(), now() + interval '30 days')`,
      [owners.map(({ id }) => id)],
    );
    for (const { id, n } of rows) lines.push([owners[Number(n) - 1]?.token ?? '', id]);
  }
  await writeLines(file, lines);
}

/** Runs last, because its withdrawals would be sent to a brokerage that does not exist. */
export async function measureWithdrawals(measured: Measured): Promise<void> {
  const body = '{"amount":1,"user":"{2}","currency":"usdt"}';
  const load: Load = { method: 'POST', path: '/api/withdraw', body, lines: measured.sessions.all };
  for (const connections of [8, 32]) {
    await withServers(measured, 1, async (addresses) => {
      await warm(measured, addresses, load);
      const what = `POST /api/withdraw, ${connections} at once`;
      await compare(measured, { what, connections }, () => http(measured, addresses, load, connections));
    });
    await measured.ground.db.query(
      `UPDATE broker_transfers SET due_at = now() + interval '1 year' WHERE due_at < now() + interval '1 year'`,
    );
  }
}

/** The database's share of a stake: the same statements run by pgbench, without a server in between. */
export async function measureDatabase(measured: Measured): Promise<void> {
  const { ground, programs, seconds } = measured;
  const custom = ['-D', `customers=${ground.size.customers}`, '-f', script];
  for (const connections of [8, 32, 128]) {
    const what = `the database's part of a stake, ${connections} at once`;
    await compare(measured, { what, connections, least: 1 }, () =>
      measurePgbench(programs.pgbench, ground.url, { connections, seconds }, custom),
    );
  }
}

async function withServers(
  { ground }: Measured,
  count: number,
  work: (addresses: string[]) => Promise<void>,
): Promise<void> {
  const { addresses, stop } = await ground.startServers(count);
  try {
    await work(addresses);
  } finally {
    await stop();
  }
}

function http({ programs, seconds }: Measured, addresses: string[], load: Load, connections: number): Promise<Rate> {
  return measureHttp(programs.wrk, addresses, load, { connections, seconds });
}

/** Runs the server for some seconds so that its code is compiled: pgbench's always is, and a server's is except in its first minute. */
async function warm({ programs }: Measured, addresses: string[], load: Load): Promise<void> {
  await measureHttp(programs.wrk, addresses, load, { connections: 8 * addresses.length, seconds: 5 });
}

/** Interleaves both, so that both meet the same machine load. */
async function compare(
  { ground, programs, runs, seconds, print }: Measured,
  { what, connections, least }: { what: string; connections: number; least?: number | undefined },
  measure: (limit: Rate) => Promise<Rate>,
): Promise<void> {
  const figures: number[] = [];
  const limits: number[] = [];
  let slowest: number | undefined;
  let refused = 0;
  for (let run = 0; run < runs; run += 1) {
    const limit = await measurePgbench(programs.pgbench, ground.pgbenchUrl, { connections, seconds });
    const rate = await measure(limit);
    limits.push(limit.perSecond);
    figures.push(rate.perSecond);
    if (rate.p99 !== undefined) slowest = Math.max(slowest ?? 0, rate.p99);
    refused += rate.refused;
  }
  const notes = [slowest === undefined ? '' : `p99 ${slowest.toFixed(0)} ms`, refused > 0 ? `${refused} refused` : ''];
  print({
    what,
    figures,
    limits,
    unit: '/s',
    limit: 'pgbench TPC-B-like',
    ...(least ? { least } : {}),
    note: notes.filter(Boolean).join(', '),
  });
}
