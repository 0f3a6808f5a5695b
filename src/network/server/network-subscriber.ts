import type { DomainEvents } from '#ledger/server/domain-events.ts';
import { sendCanceled, sendCapital, sendInvested, sendProfits } from './cause-store.ts';

/**
 * What happens in the network when a member brings money or takes it out, invests, leaves a position early, and is paid: their own
 * transaction writes down the cause, in their own cell, and waits for nobody. `carryAwards` does the rest.
 */
export const networkSubscriber: Partial<DomainEvents> = {
  async onCapitalMoved(tx, { customerId, change }) {
    sendCapital(tx, customerId, change);
  },
  async onInvested(tx, invested) {
    sendInvested(tx, invested);
  },
  async onCanceled(tx, canceled) {
    sendCanceled(tx, canceled);
  },
  async onProfitPaid(tx, paid) {
    sendProfits(tx, paid);
  },
};
