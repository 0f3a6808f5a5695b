import { measureHttp } from './measure.ts';
import type { Measured } from './measured.ts';
import { type Line, printLine } from './table.ts';

const connections = 32;

const reads: { path: string; aim?: number }[] = [
  { path: '/api/user', aim: 0.5 },
  { path: '/api/homereport', aim: 0.5 },
  { path: '/api/stakes' },
  { path: '/api/statement?limit=50' },
  { path: '/api/sponsors' },
];

/** Calls that read, beside a bare server with one prepared statement. */
export async function measureReads({ ground, programs, sessions: lines, runs, seconds }: Measured): Promise<void> {
  const bare = await ground.startBareServer();
  const product = await ground.startServers(1);
  const size = { connections, seconds };
  for (const { path, aim } of reads) {
    const line: Line = {
      what: `GET ${path}`,
      figures: [],
      limits: [],
      unit: '/s',
      limit: 'a bare server',
      ...(aim ? { aim } : {}),
    };
    let refused = 0;
    for (let run = 0; run < runs; run += 1) {
      const load = { method: 'GET', path, lines } as const;
      line.limits.push((await measureHttp(programs.wrk, bare.addresses, load, size)).perSecond);
      const rate = await measureHttp(programs.wrk, product.addresses, load, size);
      line.figures.push(rate.perSecond);
      refused += rate.refused;
    }
    printLine(refused > 0 ? { ...line, note: `${refused} refused` } : line);
  }
  await product.stop();
  await bare.stop();
}
