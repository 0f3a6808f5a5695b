import type { TransferDirection, TransferStatus } from './contract.ts';

/**
 * Where a transfer with the brokerage stands. `created` and `held` (a withdrawal's money is set aside) have never left us,
 * nor has `awaiting_approval`: a withdrawal that waits, its money set aside, until an operator decides.
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

/**
 * Why a withdrawal waits for an operator (F6): it brings what its customer, or everybody, has taken out lately over a limit, or it
 * comes too soon after their phone or password was changed, or from a device that they are not known by.
 */
export const waitsBecause = ['over_limit', 'house_limit', 'phone_changed', 'password_changed', 'new_device'] as const;
export type WaitsBecause = (typeof waitsBecause)[number];

/** The sentences under a transfer, by their key in the messages; null when there is nothing to add. */
export type TransferNote =
  | 'waiting'
  | 'checking'
  | 'parked'
  | `waits_${WaitsBecause}`
  | 'insufficient_funds'
  | 'refused'
  | 'refused_withdrawal'
  | 'refused_in_review';

/** What its note depends on. */
export interface TransferDetails {
  direction: TransferDirection;
  state: TransferState;
  /** What an operator said to a withdrawal that waited. */
  decision: 'approved' | 'refused' | null;
  /** Why it needs that; null when it leaves by itself. */
  waitsBecause: WaitsBecause | null;
  /** Not sent yet, and not before its customer's freeze is ended. */
  isParked: boolean;
  /** Of the refusal: the operator's words, or the brokerage's. */
  reason: string | null;
}

export function noteOfTransfer(transfer: TransferDetails): TransferNote | null {
  const { direction, state, decision, reason } = transfer;
  if (state === 'settled') return null;
  if (state === 'awaiting_approval') return `waits_${transfer.waitsBecause ?? 'over_limit'}`;
  if (transfer.isParked) return 'parked';
  if (state !== 'returned') return state === 'unknown' ? 'checking' : 'waiting';
  if (decision === 'refused') return 'refused_in_review';
  if (direction === 'withdrawal') return 'refused_withdrawal';
  return reason === 'insufficient_funds' ? 'insufficient_funds' : 'refused';
}
