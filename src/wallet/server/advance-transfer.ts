import type { FastifyBaseLogger } from 'fastify';
import type { DomainEvents } from '#ledger/server/domain-events.ts';
import type { Database } from '#database/server/database.ts';
import type { TransferState } from '../transfer-state.ts';
import type { Brokerage, BrokerageOutcome } from './brokerage-client.ts';
import { type MarkHolder, noteHolder } from './holder-mark.ts';
import { requestOf } from './request-of.ts';
import { settleTransfer } from './settle-transfer.ts';
import { type ClaimedTransfer, type TransferResult, markSending, recordAnswer } from './transfer-queue.ts';

/** Dependencies for working on transfers. */
export interface TransferContext {
  db: Database;
  brokerage: Brokerage;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  /** Business time to settle at, for history created in retrospect; the business clock's by default. */
  settlesAt?: Date;
  /** Subscribers notified of the outcome; none by default. */
  events?: DomainEvents;
  /** Derives the mark of an account's holder; holders are not recorded by default. */
  markHolder?: MarkHolder;
}

/** A transfer still open after this long needs a person: it is logged as an error and counted as overdue. */
export const overdueAfterMs = 15 * 60_000;

/**
 * Advances one claimed transfer as far as possible now. It may be interrupted anywhere: each step is recorded before the next, anything
 * sent is looked up before it is sent again, and it is always the same transfer under the same key. No transaction is open during calls to
 * the brokerage.
 */
export async function advanceTransfer(context: TransferContext, transfer: ClaimedTransfer): Promise<void> {
  const { state, holder } = hasAnswer(transfer.state)
    ? { state: transfer.state }
    : await obtainResult(context, transfer);
  const { settlesAt: at, events } = context;
  if (hasAnswer(state)) await settleTransfer(context.db, transfer, state, { at, events });
  if (holder) await tellHolder(context, transfer, holder);
}

interface Obtained {
  state: TransferState | null;
  holder?: string | undefined;
}

function hasAnswer(state: TransferState | null): state is 'done' | 'refused' {
  return state === 'done' || state === 'refused';
}

async function obtainResult(context: TransferContext, transfer: ClaimedTransfer): Promise<Obtained> {
  const outcome = await askOrSend(context, transfer);
  if (!outcome) return { state: null };
  const result = resultOf(outcome, transfer);
  const recorded = await recordAnswer(context.db, transfer, result);
  report(context, transfer, outcome);
  return { state: recorded ? result.state : null, holder: outcome.kind === 'done' ? outcome.holder : undefined };
}

/** Null when nothing was sent: the lease was lost, or the transfer may not leave now. */
async function askOrSend(
  { db, brokerage, events }: TransferContext,
  transfer: ClaimedTransfer,
): Promise<BrokerageOutcome | null> {
  const request = requestOf(transfer);
  if (mayHaveLeft(transfer.state)) {
    const found = await brokerage.ask(request);
    if (found.kind !== 'never_sent') return found;
  }
  if (!(await markSending(db, transfer, events))) return null;
  return brokerage.send(request);
}

/** Separate from the money: a failure here delays no transfer, and the next transfer records the holder again. */
async function tellHolder(
  { db, log, markHolder }: TransferContext,
  { id, customerId }: ClaimedTransfer,
  holder: string,
): Promise<void> {
  if (!markHolder) return;
  try {
    await noteHolder(db, customerId, markHolder(holder));
  } catch (error) {
    log.error({ err: error, transfer: id }, 'whose account it was could not be noted');
  }
}

function mayHaveLeft(state: TransferState): boolean {
  return state === 'sending' || state === 'unknown';
}

function resultOf(outcome: BrokerageOutcome, { ageMs }: ClaimedTransfer): TransferResult {
  const nothing = { reason: null, lastError: null };
  switch (outcome.kind) {
    case 'done':
      return { ...nothing, state: 'done', retryMs: null };
    case 'refused':
      return { ...nothing, state: 'refused', reason: outcome.reason, retryMs: null };
    case 'pending':
      return { ...nothing, state: 'sending', retryMs: backOff(ageMs) };
    case 'unknown':
      return { ...nothing, state: 'unknown', lastError: outcome.error, retryMs: backOff(ageMs) };
    case 'never_sent':
      return { ...nothing, state: 'unknown', lastError: 'http_404', retryMs: backOff(ageMs) };
  }
}

const firstRetryMs = 500;
export const lastRetryMs = 5 * 60_000;

const firstMinuteMs = 60_000;

/**
 * Grows with the time that has passed since the request, so that whoever waits learns the outcome an eighth later in the first minute, and
 * a quarter later after it. With jitter, so that transfers which failed together are not retried together.
 */
export function backOff(ageMs: number): number {
  const share = ageMs < firstMinuteMs ? ageMs / 8 : ageMs / 4;
  const longest = Math.min(Math.max(share, firstRetryMs), lastRetryMs);
  return Math.round(longest * (0.5 + Math.random() / 2));
}

function report({ log }: TransferContext, { id, attempts, ageMs }: ClaimedTransfer, outcome: BrokerageOutcome): void {
  const line = { transfer: id, attempts, ageMs: Math.round(ageMs), outcome: { ...outcome, holder: undefined } };
  if (outcome.kind === 'done' || outcome.kind === 'refused') return log.info(line, 'the brokerage answered');
  const isMismatch = outcome.kind === 'unknown' && outcome.error === 'mismatch';
  if (isMismatch) return log.error(line, 'the brokerage answered about another transfer');
  if (ageMs > overdueAfterMs) return log.error(line, 'a transfer with the brokerage is overdue');
  return log.warn(line, 'the brokerage has not answered yet');
}
