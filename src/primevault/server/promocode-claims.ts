import { setTimeout as pause } from 'node:timers/promises';
import type { Micros } from '#money/money.ts';
import { refusePlatform } from '#platform/refusals.ts';
import { type Database, readOne, requireOne, type Sql, type Tx } from '#platform/server/database.ts';
import { codeOf } from '#platform/server/is-lost.ts';
import { uuidv7 } from '#platform/server/uuid.ts';
import { type Promocode, statusOf } from '../promocode.ts';
import { asPromocode, promocodeColumns, type PromocodeRow } from './promocode-store.ts';

/** Who asks for a use of which code, under which idempotency key, and for what. */
export interface ClaimRequest {
  customerId: string;
  key: string;
  code: string;
  amount: Micros;
  now: Date;
}

/** A code as it stood when a use of it was asked for. */
export interface ClaimAnswer {
  /** The claim that was made, or that there was under the key; null when a condition is in the way, or when the key has its answer. */
  claim: string | null;
  promocode: Promocode;
  /** How often the customer uses it. */
  ownUses: number;
  /** Whether the key has its answer already: then nothing was claimed, and nothing will be asked. */
  isAnswered: boolean;
}

interface ClaimRow extends PromocodeRow {
  claim: string | null;
  is_answered: boolean;
  own_uses: bigint;
  open_uses: bigint;
  own_open_uses: bigint;
}

/** How long is waited for the claims of others, whose investments are just being decided: as long as for a lock. */
const patienceMs = 10_000;

/**
 * Claims one use, in a transaction of its own; null when there is no such code. Where the last uses are merely claimed, by
 * investments that may yet be refused, these are waited for: who can pay is not refused for the sake of who cannot.
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
    if (!mayComeFree(row, promocode, request.now) || Date.now() >= until) {
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
  now: Date,
): boolean {
  if (claim !== null || is_answered) return false;
  const status = statusOf(promocode, now);
  if (status === 'used_up') return open_uses > 0n;
  return status === 'active' && own_uses >= promocode.usesPerCustomer && own_open_uses > 0n;
}

/** The claim is the position's from here on; the transaction is refused when it was given back meanwhile. Nothing is waited for. */
export function takeClaim(tx: Tx, claim: string, customerId: string, positionId: string): void {
  tx.send('SELECT take_promocode($1, $2, $3)', [claim, customerId, positionId], (error) =>
    codeOf(error) === 'LB012' ? refusePlatform('idempotency_in_progress', {}, 1) : error,
  );
}

/** The use is free again; false when the claim was taken, or given back before. */
export async function giveBack(sql: Sql, claim: string, customerId: string): Promise<boolean> {
  const { given } = await requireOne<{ given: boolean }>(sql, 'SELECT give_back_promocode($1, $2) AS given', [
    claim,
    customerId,
  ]);
  return given;
}

/** How often the customer uses the code. */
export async function readUsesBy(sql: Sql, code: string, customerId: string): Promise<number> {
  const { uses } = await requireOne<{ uses: bigint }>(
    sql,
    'SELECT count(*) AS uses FROM promocode_claims WHERE code = $1 AND customer_id = $2 AND cell = cell_of($2)',
    [code, customerId],
  );
  return Number(uses);
}

const mostAtOnce = 1_000;

/** Gives back what was claimed a while ago by calls that never came to an end. */
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
