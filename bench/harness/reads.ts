import { measureHttp } from './measure.ts';
import type { Measured } from './measured.ts';

const connections = 32;

const reads: { path: string; least?: number; ofHeads?: boolean }[] = [
  { path: '/api/user', least: 0.5 },
  { path: '/api/homereport', least: 0.5 },
  { path: '/api/stakes' },
  { path: '/api/statement?limit=50' },
  { path: '/api/sponsors', ofHeads: true },
];

/** Calls that read, compared with a bare server running one prepared statement. */
export async function measureReads({ ground, programs, sessions, runs, seconds, print }: Measured): Promise<void> {
  const bare = await ground.startBareServer();
  const product = await ground.startServers(1);
  const effort = { connections, seconds };
  for (const { path, least, ofHeads } of reads) {
    const load = { method: 'GET', path, lines: ofHeads ? sessions.heads : sessions.all } as const;
    const figures: number[] = [];
    const limits: number[] = [];
    let refused = 0;
    for (let run = 0; run < runs; run += 1) {
      limits.push((await measureHttp(programs.wrk, bare.addresses, load, effort)).perSecond);
      const rate = await measureHttp(programs.wrk, product.addresses, load, effort);
      figures.push(rate.perSecond);
      refused += rate.refused;
    }
    const note = refused > 0 ? `${refused} refused` : undefined;
    print({
      what: `GET ${path}`,
      figures,
      limits,
      unit: '/s',
      limit: 'a bare server',
      ...(least ? { least } : {}),
      note,
    });
  }
  await product.stop();
  await bare.stop();
}
