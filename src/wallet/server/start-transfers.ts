import type { DomainEvents } from '#ledger/server/domain-events.ts';
import type { Http } from '#http/server/http.ts';
import { connectBrokerage } from './brokerage-client.ts';
import type { MarkHolder } from './holder-mark.ts';
import { sendTransfers, type TransferWorker } from './send-transfers.ts';
import { watchRateFigures } from './watch-rate-figures.ts';
import { watchTransfers } from './watch-transfers.ts';

/** Carries out customers' transfers at the brokerage, and exposes what waits as metrics. */
export function startTransfers(
  { db, config, app }: Http,
  { events, markHolder }: { events: DomainEvents; markHolder: MarkHolder },
): TransferWorker {
  watchTransfers(db);
  watchRateFigures(db, config.mode);
  const brokerage = connectBrokerage({ url: config.brokerageUrl, token: config.brokerageToken });
  return sendTransfers({ db, brokerage, log: app.log, events, markHolder });
}
