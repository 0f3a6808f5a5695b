import { publishToAll } from '#ledger/server/domain-events.ts';
import { networkSubscriber } from '#network/server/network-subscriber.ts';
import { noticeSubscriber } from '#notices/server/notice-subscriber.ts';

/** Who hears of what happens in the products: the network, which is owed for it, and the notices, which tell the customer. */
export const subscribers = publishToAll(networkSubscriber, noticeSubscriber);
