import type { Config } from '#settings/server/config.ts';
import type { Database } from '#database/server/database.ts';
import { gauge } from '#telemetry/server/metrics.ts';
import { isDecisionOpen } from './rate-store.ts';
import { readPresentRate } from './read-present-rate.ts';

/** Alarm metrics: whether deposits and withdrawals in reais are possible at all, and whether that waits for an operator. */
export function watchRateFigures(db: Database, mode: Config['mode']): void {
  gauge('lastro_rate_usable', '1 while there is a valid USD-BRL rate, 0 while BRL is closed.', async () =>
    Number((await readPresentRate(db, mode)).closed === null),
  );
  gauge('lastro_rate_refused', '1 while a refused USD-BRL rate waits for an operator, otherwise 0.', async () =>
    Number(await isDecisionOpen(db)),
  );
}
