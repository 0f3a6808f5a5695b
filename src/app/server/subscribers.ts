import { type DomainEvents, publishToAll } from '#ledger/server/domain-events.ts';

/**
 * Who hears of what happens in the products: the network, which pays for it, and the notices, which tell the customer. While the core
 * is rebuilt each comes back here when it writes by cells: `publishToAll(subscribeNetwork(noticeSubscriber), noticeSubscriber)`.
 */
export const subscribers: DomainEvents = publishToAll();
