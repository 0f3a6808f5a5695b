import type { Config } from '#platform/server/config.ts';
import type { Database } from '#platform/server/database.ts';
import { gauge } from '#platform/server/metrics.ts';
import { isDecisionOpen } from './rate-store.ts';
import { readPresentRate } from './read-present-rate.ts';

/** Alarm metrics: whether deposits and withdrawals in reais are possible at all, and whether that waits for an operator. */
export function watchRateFigures(db: Database, mode: Config['mode']): void {
  gauge('lastro_rate_usable', 'Whether there is a USD-BRL rate that counts: 1, or 0 while BRL is closed.', async () =>
    Number((await readPresentRate(db, mode)).closed === null),
  );
  gauge(
    'lastro_rate_refused',
    'Whether a USD-BRL rate was refused and waits for an operator: 1, otherwise 0.',
    async () => Number(await isDecisionOpen(db)),
  );
}
