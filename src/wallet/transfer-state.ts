import type { TransferDirection, TransferStatus } from './contract.ts';

/**
 * The state of a transfer with the brokerage. `created` and `held` (a withdrawal's money is set aside) have never left us, nor has
 * `awaiting_approval`: a withdrawal that waits, its money set aside, until an operator decides. `sending` may have left and awaits an
 * answer. `unknown` has left, and the answer was lost: it is looked up by reference, and money is never returned from this state. `done`
 * and `refused` are the brokerage's definite answers, `settled` and `returned` what the ledger made of them.
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

/**
 * Hours for which the brokerage must have called a sent transfer pending, without any change, before people may end it on the brokerage's
 * written word.
 */
export const pendingHours = 24;

export function statusOfTransfer(state: TransferState): TransferStatus {
  if (state === 'settled') return 'complete';
  return state === 'returned' ? 'canceled' : 'in_progress';
}

/**
 * The recent changes of an account that hold its withdrawals back (F6, L11): the one list of them. All but the device, which is the
 * session's own, are noted by the database, by whatever way they were made.
 */
export const accountChanges = [
  'phone_changed',
  'password_changed',
  'new_device',
  'factor_changed',
  'calendar_made',
  'address_changed',
] as const;

/**
 * Why a withdrawal waits for an operator (F6): it takes the recent withdrawals of its customer, or of everybody, over a limit, or it
 * follows too soon after a change of their account.
 */
export const waitsBecause = ['over_limit', 'house_limit', ...accountChanges] as const;
export type WaitsBecause = (typeof waitsBecause)[number];

/** Message keys of the note shown with a transfer; null when there is nothing to add. */
export type TransferNote =
  | 'waiting'
  | 'checking'
  | 'parked'
  | `waits_${WaitsBecause}`
  | 'insufficient_funds'
  | 'refused'
  | 'refused_withdrawal'
  | 'refused_in_review';

/** What a transfer's note depends on. */
export interface TransferDetails {
  direction: TransferDirection;
  state: TransferState;
  /** An operator's decision on a withdrawal that waited, or was held back with its frozen customer. */
  decision: 'approved' | 'refused' | null;
  /** Why it needs a decision; null when it leaves automatically. */
  waitsBecause: WaitsBecause | null;
  /** Not sent yet; held back until its customer's freeze ends. */
  isParked: boolean;
  /** Reason of the refusal, from the operator or the brokerage. */
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
