import { answersRequest } from '../brokerage-contract.ts';
import type { Break } from '../compared-day.ts';
import type { TransferState } from '../transfer-state.ts';
import type { BookedAtBrokerage } from './read-brokerage-book.ts';
import { requestOf } from './request-of.ts';
import type { TransferRecord } from './transfer-store.ts';

/** Our states that are consistent with each status of the brokerage: our side may lag behind, but is never ahead. */
const statesBeside: Record<BookedAtBrokerage['status'], readonly TransferState[]> = {
  pending: ['sending', 'unknown'],
  done: ['sending', 'unknown', 'done', 'settled'],
  refused: ['sending', 'unknown', 'refused', 'returned'],
};

/** How a line of the brokerage's book differs from our transfer; null when it does not. */
export function classifyBreak(booked: BookedAtBrokerage, transfer: TransferRecord | null): Break | null {
  if (!transfer) return 'missing_here';
  const request = requestOf(transfer);
  if (answersRequest(booked, request))
    return statesBeside[booked.status].includes(transfer.state) ? null : 'other_state';
  if (booked.currency !== request.currency) return 'other_currency';
  const isSameOtherwise = answersRequest({ ...booked, amount: undefined, settle_amount: undefined }, request);
  return isSameOtherwise ? 'other_amount' : 'other_figures';
}
