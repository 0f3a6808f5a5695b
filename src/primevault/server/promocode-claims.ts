import { setTimeout as pause } from 'node:timers/promises';
import type { Micros } from '#money/money.ts';
import { refusePlatform } from '#platform/refusals.ts';
import { type Database, readOne, requireOne, type Sql, type Tx } from '#database/server/database.ts';
import { codeOf } from '#database/server/is-lost.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import { isLeftFor, type Promocode, statusOf } from '../promocode.ts';
import { asPromocode, promocodeColumns, type PromocodeRow } from './promocode-store.ts';

/** A request for one use of a code: by whom, under which idempotency key, and for what amount. */
export interface ClaimRequest {
  customerId: string;
  key: string;
  code: string;
  amount: Micros;
  now: Date;
}

/** A code as it was when a use of it was requested. */
export interface ClaimAnswer {
  /** The claim that was made, or that already existed under the key for the same code; null if a condition fails, or if the key already has its answer. */
  claim: string | null;
  promocode: Promocode;
  /** How many uses the customer has. */
  ownUses: number;
  /** Whether the key already has its answer: then nothing was claimed, and the conditions are not checked. */
  isAnswered: boolean;
}

interface ClaimRow extends PromocodeRow {
  claim: string | null;
  is_answered: boolean;
  own_uses: bigint;
  open_uses: bigint;
  own_open_uses: bigint;
}

/** How long to wait for other claims whose investments are still being decided: as long as for a lock. */
const patienceMs = 10_000;

/**
 * Claims one use, in a transaction of its own; null if the code does not exist. If the last uses are only claimed, by investments that may
 * yet be refused, it waits for these: a customer who can pay is not refused in favour of one who cannot.
 */
export async function claimUse(sql: Sql, request: ClaimRequest): Promise<ClaimAnswer | null> {
  for (const until = Date.now() + patienceMs; ;) {
    const row = await readOne<ClaimRow>(
      sql,
      `SELECT claim, is_answered, own_uses, open_uses, own_open_uses, ${ofTheCode} FROM claim_promocode($1, $2, $3, $4, $5, $6)`,
      [uuidv7(), request.customerId, request.key, request.code, request.amount, request.now],
    );
    if (!row) return null;
    const promocode = asPromocode(row);
    if (!mayComeFree(row, promocode, request) || Date.now() >= until) {
      return { claim: row.claim, promocode, ownUses: Number(row.own_uses), isAnswered: row.is_answered };
    }
    await pause(10 + Math.random() * 40);
  }
}

const ofTheCode = promocodeColumns
  .split(', ')
  .map((column) => `(promocode).${column}`)
  .join(', ');

function mayComeFree(
  { claim, is_answered, own_uses, open_uses, own_open_uses }: ClaimRow,
  promocode: Promocode,
  { amount, now }: ClaimRequest,
): boolean {
  if (claim !== null || is_answered || amount < promocode.minAmount) return false;
  const status = statusOf(promocode, now);
  if (status === 'used_up') return open_uses > 0n;
  if (status === 'active' && !isLeftFor(promocode, amount)) return open_uses > 0n;
  return status === 'active' && own_uses >= promocode.usesPerCustomer && own_open_uses > 0n;
}

/**
 * Assigns the claim to the position; the transaction is refused if it was given back meanwhile, or if the code is not for this position: for
 * another one under the same key it may have been claimed. Nothing is awaited.
 */
export function takeClaim(tx: Tx, claim: string, customerId: string, positionId: string): void {
  tx.send('SELECT take_promocode($1, $2, $3)', [claim, customerId, positionId], (error) =>
    codeOf(error) === 'LB012' ? refusePlatform('idempotency_in_progress', {}, 1) : error,
  );
}

/** Frees the use again; false if the claim was taken, or already given back. */
export async function giveBack(sql: Sql, claim: string, customerId: string): Promise<boolean> {
  const { given } = await requireOne<{ given: boolean }>(sql, 'SELECT give_back_promocode($1, $2) AS given', [
    claim,
    customerId,
  ]);
  return given;
}

/** How many uses of the code the customer has. */
export async function readUsesBy(sql: Sql, code: string, customerId: string): Promise<number> {
  const { uses } = await requireOne<{ uses: bigint }>(
    sql,
    'SELECT count(*) AS uses FROM promocode_claims WHERE code = $1 AND customer_id = $2 AND cell = cell_of($2)',
    [code, customerId],
  );
  return Number(uses);
}

const mostAtOnce = 1_000;

/** Gives back old claims of calls that never completed. */
export async function giveBackOldClaims(db: Database): Promise<number> {
  const open = await db.query<{ id: string; customer_id: string }>(
    `SELECT id, customer_id FROM promocode_claims
     WHERE position_id IS NULL AND claimed_at < now() - interval '5 minutes' ORDER BY claimed_at LIMIT $1`,
    [mostAtOnce],
  );
  let given = 0;
  for (const { id, customer_id } of open) given += (await giveBack(db, id, customer_id)) ? 1 : 0;
  return given;
}
