import { type DomainEvents, noSubscribers } from '#ledger/server/domain-events.ts';
import { isFrozenFor } from '#ledger/server/freeze.ts';
import { readBusinessClock, readPayingClock } from '#database/server/business-clock.ts';
import { type Database, readOne, type Sql, type Tx } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import type { TransferState } from '../transfer-state.ts';
import { checkHouseLimits } from './house-limits.ts';
import { publishTransfer } from './publish-transfer.ts';
import { asTransfer, transferColumns, type TransferRecord, type TransferRow } from './transfer-store.ts';
import { sendUncount } from './withdrawal-counters.ts';

/** A transfer on which only this worker works until its lease ends. */
export interface ClaimedTransfer extends TransferRecord {
  /** How often it has been claimed. Writes name it, so a worker that overslept its lease writes nothing. */
  fencingToken: number;
  /** How often it has been sent. */
  attempts: number;
  /** Time since the customer's request, in real time. */
  ageMs: number;
}

interface ClaimedRow extends TransferRow {
  fencing_token: number;
  attempts: number;
  age_ms: number;
}

/** What keeps one customer's many transfers from standing before everybody else's. */
export interface Turns {
  /** Customers served lately, the last one last: whoever is not among them comes first. */
  customers: readonly string[];
  /** Customers of whom enough is under way. */
  busy: readonly string[];
  mostOfCustomer: number;
}

const noTurns: Turns = { customers: [], busy: [], mostOfCustomer: 1_000 };

const claimedColumns = `${transferColumns}, fencing_token, attempts,
  (extract(epoch FROM now() - queued_at) * 1000)::double precision AS age_ms`;

/** Of the withdrawals, and of the deposits, that have waited longest, so many are looked at: however many are due after an outage. */
const mostLookedAt = 2_000;

const waitingLongest = (direction: 'withdrawal' | 'deposit'): string => `(
  SELECT id, customer_id, direction, due_at FROM broker_transfers
  WHERE direction = '${direction}' AND due_at <= now() AND customer_id <> ALL ($4::uuid[])
  ORDER BY due_at LIMIT ${mostLookedAt})`;

/**
 * Claims up to `most` due transfers, skipping those that another worker is claiming. Customers take turns, each with their withdrawals
 * first: before everybody else's deposits, and those served longest ago before the others.
 */
export async function claimTransfers(
  sql: Sql,
  most: number,
  leaseMs: number,
  turns: Turns = noTurns,
): Promise<ClaimedTransfer[]> {
  const rows = await sql.query<ClaimedRow>(
    `WITH waiting AS MATERIALIZED (
       SELECT id, row_number() OVER (PARTITION BY customer_id ORDER BY direction = 'withdrawal' DESC, due_at) AS turn
       FROM (${waitingLongest('withdrawal')} UNION ALL ${waitingLongest('deposit')}) AS longest
     ), due AS MATERIALIZED (
       SELECT b.id FROM waiting JOIN broker_transfers b USING (id)
       WHERE b.due_at <= now() AND turn <= $5
       ORDER BY turn, b.direction = 'withdrawal' DESC, array_position($3::uuid[], b.customer_id) NULLS FIRST, b.due_at
       LIMIT $1 FOR UPDATE OF b SKIP LOCKED
     ), claimed AS (
       UPDATE broker_transfers SET fencing_token = fencing_token + 1, due_at = now() + $2 * interval '1 millisecond'
       WHERE id IN (SELECT id FROM due) RETURNING *
     )
     SELECT ${claimedColumns} FROM claimed`,
    [most, leaseMs, turns.customers, turns.busy, turns.mostOfCustomer],
  );
  return rows.map((row) => ({
    ...asTransfer(row),
    fencingToken: row.fencing_token,
    attempts: row.attempts,
    ageMs: row.age_ms,
  }));
}

/**
 * Claims one transfer that may have left, immediately, whoever else holds it: their later writes name an older token and have no effect.
 * Null when it is not under way with the brokerage.
 */
export async function claimTransfer(sql: Sql, id: string, leaseMs: number): Promise<ClaimedTransfer | null> {
  const row = await readOne<ClaimedRow>(
    sql,
    `WITH claimed AS (
       UPDATE broker_transfers SET fencing_token = fencing_token + 1, due_at = now() + $2 * interval '1 millisecond'
       WHERE id = $1 AND state IN ('sending', 'unknown') RETURNING *
     )
     SELECT ${claimedColumns} FROM claimed`,
    [id, leaseMs],
  );
  return row && { ...asTransfer(row), fencingToken: row.fencing_token, attempts: row.attempts, ageMs: row.age_ms };
}

type Claim = Pick<ClaimedTransfer, 'id' | 'customerId' | 'fencingToken'>;

/** Recheck delay; by then it is decided which later requests wait for an operator. */
const checkAgainMs = 500;

/**
 * Records that the transfer is about to leave, before it does. False, so that it must not be sent, when the lease was lost, the
 * withdrawal's customer is frozen, or more would leave the house than may without an operator.
 *
 * @param events subscribers notified when it waits for an operator after all
 */
export function markSending(
  db: Database,
  claimed: ClaimedTransfer,
  events: Pick<DomainEvents, 'onTransfer'> = noSubscribers,
): Promise<boolean> {
  const { id, customerId, fencingToken, direction } = claimed;
  return transaction(db, async (tx) => {
    if (direction === 'withdrawal' && (await isFrozenFor(tx, customerId))) return false;
    if (!(await mayLeave(tx, claimed, events))) return false;
    const row = await readOne(
      tx,
      `UPDATE broker_transfers SET state = 'sending', attempts = attempts + 1
       WHERE id = $1 AND customer_id = $2 AND fencing_token = $3 AND state IN ('created', 'held', 'sending', 'unknown')
       RETURNING id`,
      [id, customerId, fencingToken],
    );
    return row !== null;
  });
}

/** Checks what leaves for the first time, without an operator, against the house's limits once more (house-limits.ts). */
async function mayLeave(tx: Tx, claimed: ClaimedTransfer, events: Pick<DomainEvents, 'onTransfer'>): Promise<boolean> {
  if (claimed.state !== 'held' || claimed.waitsBecause !== null) return true;
  const standing = await checkHouseLimits(tx, claimed);
  if (standing === 'within') return true;
  if (standing === 'over') await holdForApproval(tx, claimed, events);
  else await checkAgain(tx, claimed);
  return false;
}

async function holdForApproval(
  tx: Tx,
  { id, customerId, fencingToken }: Claim,
  events: Pick<DomainEvents, 'onTransfer'>,
): Promise<void> {
  const row = await readOne<TransferRow>(
    tx,
    `UPDATE broker_transfers SET state = 'awaiting_approval', needs_approval = true, waits_because = 'house_limit', due_at = NULL
     WHERE id = $1 AND customer_id = $2 AND fencing_token = $3 AND state = 'held' RETURNING ${transferColumns}`,
    [id, customerId, fencingToken],
  );
  if (!row) return;
  const withdrawal = asTransfer(row);
  sendUncount(tx, withdrawal);
  await publishTransfer(tx, withdrawal, (await readBusinessClock(tx)).now, events);
}

async function checkAgain(tx: Tx, { id, customerId, fencingToken }: Claim): Promise<void> {
  await tx.query(
    `UPDATE broker_transfers SET due_at = now() + $4 * interval '1 millisecond'
     WHERE id = $1 AND customer_id = $2 AND fencing_token = $3 AND state = 'held'`,
    [id, customerId, fencingToken, checkAgainMs],
  );
}

/** The state of a sent transfer after the brokerage's answer, or its absence. */
export interface TransferResult {
  state: Extract<TransferState, 'sending' | 'unknown' | 'done' | 'refused'>;
  reason: string | null;
  lastError: string | null;
  /** When to ask again; null keeps the lease, for an answer that is settled immediately. */
  retryMs: number | null;
}

/** False when the lease was lost: its present holder gets the answer for itself. */
export async function recordAnswer(
  sql: Sql,
  { id, customerId, fencingToken }: Claim,
  result: TransferResult,
): Promise<boolean> {
  const row = await readOne(
    sql,
    `UPDATE broker_transfers SET state = $4, reason = $5, last_error = $6,
       due_at = coalesce(now() + $7 * interval '1 millisecond', due_at)
     WHERE id = $1 AND customer_id = $2 AND fencing_token = $3 AND state IN ('sending', 'unknown') RETURNING id`,
    [id, customerId, fencingToken, result.state, result.reason, result.lastError, result.retryMs],
  );
  return row !== null;
}

/** A transfer that has just ended, and the business time of its end. */
export interface EndedTransfer {
  ended: TransferRecord;
  now: Date;
}

/**
 * Ends a transfer that has its definite answer; null when another worker ended it first. In this order and in one transaction with the
 * journal, money moves once however many try.
 *
 * @param at business time of its end; the business clock's by default
 */
export async function endTransfer(
  tx: Tx,
  { id, customerId }: Pick<TransferRecord, 'id' | 'customerId'>,
  from: 'done' | 'refused',
  at: Date | null = null,
): Promise<EndedTransfer | null> {
  const row = await readOne<TransferRow & { ended_at: Date }>(
    tx,
    `UPDATE broker_transfers SET state = $4, due_at = NULL, last_error = NULL,
       ended_at = $5
     WHERE id = $1 AND customer_id = $2 AND state = $3 RETURNING ${transferColumns}, ended_at`,
    [id, customerId, from, from === 'done' ? 'settled' : 'returned', at ?? (await readPayingClock(tx))],
  );
  return row && { ended: asTransfer(row), now: row.ended_at };
}
