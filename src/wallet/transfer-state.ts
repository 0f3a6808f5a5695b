import type { TransferDirection, TransferStatus } from './contract.ts';

/**
 * Where a transfer with the brokerage stands. `created` and `held` (a withdrawal's money is set aside) have never left us,
 * nor has `awaiting_approval`: a withdrawal over the limit, its money set aside until an operator decides.
 * `sending` may have: an answer is awaited. `unknown` has, and the answer was lost: it is asked for by reference, and money
 * is never given back from here. `done` and `refused` are the brokerage's definite answers, `settled` and `returned` what
 * the ledger made of them.
 */
export const transferStates = [
  'created',
  'awaiting_approval',
  'held',
  'sending',
  'unknown',
  'done',
  'refused',
  'settled',
  'returned',
] as const;
export type TransferState = (typeof transferStates)[number];

export function statusOfTransfer(state: TransferState): TransferStatus {
  if (state === 'settled') return 'complete';
  return state === 'returned' ? 'canceled' : 'in_progress';
}

/** The sentences under a transfer, by their key in the messages; null when there is nothing to add. */
export type TransferNote =
  | 'waiting'
  | 'checking'
  | 'awaiting_approval'
  | 'insufficient_funds'
  | 'refused'
  | 'refused_withdrawal'
  | 'refused_in_review';

/** What its note depends on. */
export interface TransferStanding {
  direction: TransferDirection;
  state: TransferState;
  /** What an operator said to a withdrawal over the limit. */
  decision: 'approved' | 'refused' | null;
  /** Of the refusal: the operator's words, or the brokerage's. */
  reason: string | null;
}

export function noteOfTransfer({ direction, state, decision, reason }: TransferStanding): TransferNote | null {
  if (state === 'settled') return null;
  if (state === 'awaiting_approval') return state;
  if (state !== 'returned') return state === 'unknown' ? 'checking' : 'waiting';
  if (decision === 'refused') return 'refused_in_review';
  if (direction === 'withdrawal') return 'refused_withdrawal';
  return reason === 'insufficient_funds' ? 'insufficient_funds' : 'refused';
}
