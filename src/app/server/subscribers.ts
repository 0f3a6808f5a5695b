import { publishToAll } from '#ledger/server/domain-events.ts';
import { networkSubscriber } from '#network/server/network-subscriber.ts';
import { noticeSubscriber } from '#notices/server/notice-subscriber.ts';

/**
 * The subscribers to the products' domain events: the network, which earns awards from them, and the notices, which inform the customer.
 */
export const subscribers = publishToAll(networkSubscriber, noticeSubscriber);
