import { publishToAll } from '#ledger/server/domain-events.ts';
import { subscribeNetwork } from '#network/server/network-subscriber.ts';
import { noticeSubscriber } from '#notices/server/notice-subscriber.ts';

/** Who hears of what happens in the products: the network, which pays for it, and the notices, which tell the customer. */
export const subscribers = publishToAll(subscribeNetwork(noticeSubscriber), noticeSubscriber);
