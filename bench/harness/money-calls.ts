import { type Load, measureHttp, measurePgbench } from './measure.ts';
import type { Measured } from './measured.ts';
import { type Line, printLine } from './table.ts';

const aimOfStakes = 0.5;

/** Calls that move money, beside pgbench's transaction over as many connections. */
export async function measureMoneyCalls(measured: Measured): Promise<void> {
  const stake: Load = {
    method: 'POST',
    path: '/api/stake',
    body: '{"amount":10,"time_stake":30}',
    lines: measured.sessions,
  };
  const withdrawal: Load = {
    method: 'POST',
    path: '/api/withdraw',
    body: '{"amount":1,"user":"{2}","currency":"usdt"}',
    lines: measured.sessions,
  };
  for (const servers of [1, 2]) {
    const { addresses, stop } = await measured.ground.startServers(servers);
    const processes = servers === 1 ? '' : ', two processes';
    for (const connections of [8, 32, 128]) {
      const what = `POST /api/stake, ${connections} at once${processes}`;
      await compare(measured, addresses, stake, { what, connections, aim: aimOfStakes });
    }
    if (servers === 1) {
      await compare(measured, addresses, withdrawal, { what: 'POST /api/withdraw, 8 at once', connections: 8 });
    }
    await stop();
  }
}

/** By turns, so that both meet the same machine. */
async function compare(
  { ground, programs, runs, seconds }: Measured,
  addresses: readonly string[],
  load: Load,
  { what, connections, aim }: { what: string; connections: number; aim?: number },
): Promise<void> {
  const line: Line = {
    what,
    figures: [],
    limits: [],
    unit: '/s',
    limit: 'pgbench TPC-B-like',
    ...(aim ? { aim } : {}),
  };
  let slowest = 0;
  let refused = 0;
  for (let run = 0; run < runs; run += 1) {
    const limit = await measurePgbench(programs.pgbench, ground.pgbenchUrl, { connections, seconds });
    const rate = await measureHttp(programs.wrk, addresses, load, { connections, seconds });
    line.limits.push(limit.perSecond);
    line.figures.push(rate.perSecond);
    slowest = Math.max(slowest, rate.p99 ?? 0);
    refused += rate.refused;
  }
  const others = refused > 0 ? `, ${refused} refused` : '';
  printLine({ ...line, note: `p99 ${slowest.toFixed(0)} ms${others}` });
}
