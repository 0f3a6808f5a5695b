import type { CapitalMoved, DomainEvents, PositionCanceled, ProfitPaid } from '#ledger/server/domain-events.ts';
import type { Tx } from '#database/server/database.ts';
import { sendCanceled, sendCapital, sendProfits } from './cause-store.ts';

/**
 * The network's reaction when a member brings money or takes it out, invests, leaves a position early, or is paid: the member's own
 * transaction records the cause and waits for nobody. `carryAwards` does the rest.
 */
export const networkSubscriber = {
  async onCapitalMoved(tx: Tx, { customerId, change }: CapitalMoved) {
    sendCapital(tx, customerId, change);
  },
  async onCanceled(tx: Tx, canceled: PositionCanceled) {
    sendCanceled(tx, canceled);
  },
  async onProfitPaid(tx: Tx, paid: readonly ProfitPaid[]) {
    sendProfits(tx, paid);
  },
} satisfies Partial<DomainEvents>;
