import type {
  CapitalMoved,
  DomainEvents,
  Invested,
  PositionCanceled,
  ProfitPaid,
} from '#ledger/server/domain-events.ts';
import type { Tx } from '#platform/server/database.ts';
import { sendCanceled, sendCapital, sendInvested, sendProfits } from './cause-store.ts';

/**
 * What happens in the network when a member brings money or takes it out, invests, leaves a position early, and is paid: their own
 * transaction writes down the cause, in their own cell, and waits for nobody. `carryAwards` does the rest.
 */
export const networkSubscriber = {
  async onCapitalMoved(tx: Tx, { customerId, change }: CapitalMoved) {
    sendCapital(tx, customerId, change);
  },
  async onInvested(tx: Tx, invested: Invested) {
    sendInvested(tx, invested);
  },
  async onCanceled(tx: Tx, canceled: PositionCanceled) {
    sendCanceled(tx, canceled);
  },
  async onProfitPaid(tx: Tx, paid: readonly ProfitPaid[]) {
    sendProfits(tx, paid);
  },
} satisfies Partial<DomainEvents>;
