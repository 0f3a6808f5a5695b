import { tellAll } from '#ledger/server/happenings.ts';
import { listenForNetwork } from '#network/server/network-happenings.ts';
import { noticeHappenings } from '#notices/server/notice-happenings.ts';

/** Who hears of what happens in the products: the network, which pays for it, and the notices, which tell the customer. */
export const everybodyListens = tellAll(listenForNetwork(noticeHappenings), noticeHappenings);
