import { measureHttp } from './measure.ts';
import type { Measured } from './measured.ts';

const connections = 32;

/** What a customer's home screen asks for, one after the other. */
const home = [
  '/api/user',
  '/api/equity?tz=America/Sao_Paulo',
  '/api/homereport',
  '/api/stakes?limit=4',
  '/api/transfers?direction=deposit&limit=4',
  '/api/outcome',
  '/api/report?limit=4',
  '/api/notices/unread',
].join(' ');

const reads: { path: string; what?: string; least?: number; ofHeads?: boolean }[] = [
  { path: home, what: 'the calls of the home screen' },
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
  for (const { path, what = `GET ${path}`, least, ofHeads } of reads) {
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
      what,
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
