import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openClient } from '#database/server/clients.ts';
import { requireOne } from '#database/server/database.ts';
import { projectFolder } from '#platform/server/project-folder.ts';
import type { AuditDone } from './audit-once.ts';
import type { Measured } from './measured.ts';

/** Measures the whole audit, ignoring seals, in its own process, while sampling the memory of the process and its connections. */
export async function measureAudit({ ground: { db, url }, print }: Measured): Promise<void> {
  const { entries } = await requireOne<{ entries: bigint }>(db, 'SELECT count(*) AS entries FROM ledger.entries');
  const child = fork(join(projectFolder, 'bench/harness/audit-once.ts'), [url], { execArgv: ['--import', 'tsx'] });
  const watched = await watchBackends(url);
  const [done] = (await once(child, 'message')) as [AuditDone];
  const backendMb = await watched.stop();
  if (done.findings.length > 0) throw new Error(`the books do not balance: ${done.findings.slice(0, 5).join('; ')}`);
  const perSecond = Number(entries) / done.ledgerSeconds;
  const memory = `node ${done.rssMb.toFixed(0)} MB, largest backend ${backendMb.toFixed(0)} MB of its own`;
  print({
    what: 'auditing the ledger',
    figures: [perSecond],
    unit: 'entries/s',
    note: `${entries} entries in ${done.ledgerSeconds.toFixed(1)} s, ${memory}`,
  });
  const isWhole = entries >= 10_000_000n;
  print({
    what: 'auditing 10 M entries, the ledger',
    figures: [10_000_000 / perSecond],
    unit: 's',
    most: 60,
    note: isWhole ? 'of the rate above' : `extrapolated from ${entries} entries`,
  });
  print({ what: 'the rules of the products beside it', figures: [done.productsSeconds], unit: 's' });
  print({ what: 'auditing again, nothing new', figures: [done.againSeconds], unit: 's' });
  print({ what: 'memory of the audit', figures: [done.rssMb + backendMb], unit: 'MB', most: 300, note: memory });
}

/** The peak private memory of any backend of the product's login (RssAnon: without what all share). */
async function watchBackends(url: string): Promise<{ stop(): Promise<number> }> {
  const client = await openClient({ connectionString: url });
  let most = 0;
  let isOver = false;
  const look = async (): Promise<void> => {
    const { rows } = await client.query<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE usename = current_user AND pid <> pg_backend_pid()',
    );
    for (const { pid } of rows) {
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      most = Math.max(most, Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    }
  };
  const watching = (async () => {
    while (!isOver) {
      await look();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await watching;
      await client.end();
      return most;
    },
  };
}
