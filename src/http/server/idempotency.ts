import { createHash } from 'node:crypto';
import { Refusal } from '#platform/refusal.ts';
import { refusePlatform } from '#platform/refusals.ts';
import type { Answer } from './answer.ts';
import { type Database, readOne, type Tx } from '#database/server/database.ts';
import { purgeCells } from '#database/server/purge.ts';
import { codeOf } from '#database/server/is-lost.ts';
import { transaction } from '#database/server/transaction.ts';

/** Who requests what under which key: the same three get the same answer for 30 days. */
export interface Intent extends Named {
  request: string;
  /** Whether the key is the caller's: a refusal is kept for whoever may ask again, and for nobody else. */
  isKeyed: boolean;
}

/** A key belongs to its customer: two customers may use the same one. */
interface Named {
  customerId: string;
  key: string;
}

export interface Outcome extends Answer {
  replayed: boolean;
}

/** Words a refusal for this caller, so that the stored answer is complete. */
export type WriteRefusal = (refusal: Refusal) => Answer;

/**
 * Runs `work` once per key. The key's row is written last, with the answer, in the transaction of the effect: of two calls under way with
 * one key, the second fails there, is rolled back and finds the answer of the first. It finds it earlier where `work` starts by locking
 * what both change and looks for the key behind that lock (`ledger.require_movable`). A refusal under a caller's key is an answer too; it is
 * stored, its effects are not. Only `unauthenticated` is not stored.
 *
 * Nothing here waits for the database except what `work` waits for: effect, key, answer and commit travel together.
 */
export async function once(
  db: Database,
  intent: Intent,
  writeRefusal: WriteRefusal,
  work: (tx: Tx) => Promise<Answer>,
): Promise<Outcome> {
  const hash = hashOf(intent);
  try {
    return await answerUnderKey(db, intent, hash, work);
  } catch (error) {
    if (isTaken(error)) return replay(db, intent, hash);
    if (
      !intent.isKeyed ||
      !(error instanceof Refusal) ||
      error.status >= 500 ||
      isAboutTheKey(error) ||
      isAboutTheCaller(error)
    )
      throw error;
    try {
      return await answerUnderKey(db, intent, hash, async () => writeRefusal(error));
    } catch (second) {
      if (isTaken(second)) return replay(db, intent, hash);
      throw second;
    }
  }
}

/** What tells one request from another under the same key. */
export function hashOf({ request }: Intent): Buffer {
  return createHash('sha256').update(request).digest();
}

function answerUnderKey(db: Database, named: Named, hash: Buffer, work: (tx: Tx) => Promise<Answer>): Promise<Outcome> {
  const answered = async (tx: Tx): Promise<Outcome> => {
    const answer = await work(tx);
    writeDown(tx, named, hash, answer);
    return { ...answer, replayed: false };
  };
  return transaction(db, answered, { repeatable: true });
}

/** An answer already exists under this key. */
class KeyTaken extends Error {
  override readonly name = 'KeyTaken';
}

/** Also matches the database's error, where the key was looked up behind a lock. */
function isTaken(error: unknown): boolean {
  return error instanceof KeyTaken || codeOf(error) === 'LB013';
}

/** Whether the refusal only says that the key is in use, not what became of the request: it is not stored. */
function isAboutTheKey(refusal: Refusal): boolean {
  return refusal.folder === 'platform' && refusal.code === 'idempotency_in_progress';
}

/**
 * Whether the refusal only says that the session has ended: it is not stored, so that the customer can send the same call again under the
 * same key once they are logged in.
 */
function isAboutTheCaller(refusal: Refusal): boolean {
  return refusal.status === 401;
}

/** Returns the answer stored under a key; null while nothing under it is committed. */
export function readAnswer(db: Database, named: Named): Promise<Answer | null> {
  return transaction(db, async (tx) => (await findAnswer(tx, named))?.answer ?? null, { repeatable: true });
}

/**
 * Stores an answer under a key that has none, so that the call it was made for has no effect any more, however late it arrives: it finds
 * the key taken by another request. An existing answer stays, and is returned.
 */
export async function answerInstead(db: Database, named: Named, answer: Answer): Promise<Answer> {
  try {
    return await answerUnderKey(db, named, noRequest, async () => answer);
  } catch (error) {
    if (!isTaken(error)) throw error;
    return transaction(db, async (tx) => (await requireAnswer(tx, named)).answer, { repeatable: true });
  }
}

const noRequest = createHash('sha256').update('given up').digest();

const writeDownSql = `INSERT INTO idempotency_keys (customer_id, cell, key, request_hash, status, answer)
  VALUES ($1, cell_of($1), $2, $3, $4, $5)`;

function writeDown(tx: Tx, { customerId, key }: Named, hash: Buffer, { status, text }: Answer): void {
  tx.send(writeDownSql, [customerId, key, hash, status, text], (error) => {
    if (codeOf(error) === '23505') return new KeyTaken();
    return codeOf(error) === '55P03' ? refusePlatform('idempotency_in_progress', {}, 1) : error;
  });
}

/** The answer that the key has; a refusal where it was given to another request. */
export function replay(db: Database, intent: Intent, hash: Buffer): Promise<Outcome> {
  return transaction(
    db,
    async (tx) => {
      const { answer, requestHash } = await requireAnswer(tx, intent);
      if (!requestHash.equals(hash)) throw refusePlatform('idempotency_key_reused');
      return { ...answer, replayed: true };
    },
    { repeatable: true },
  );
}

interface StoredAnswer {
  requestHash: Buffer;
  answer: Answer;
}

async function requireAnswer(tx: Tx, named: Named): Promise<StoredAnswer> {
  const kept = await findAnswer(tx, named);
  if (!kept) throw refusePlatform('idempotency_in_progress', {}, 1);
  return kept;
}

/**
 * Locks the row although nothing changes it: only a transaction that writes waits at its commit for the synchronous standby, and an answer
 * that has not reached the standby must not be returned. The first caller's wait may have been cut short.
 */
async function findAnswer(tx: Tx, { customerId, key }: Named): Promise<StoredAnswer | null> {
  const row = await readOne<{ request_hash: Buffer; status: number; answer: string }>(
    tx,
    `SELECT request_hash, status, answer FROM idempotency_keys WHERE customer_id = $1 AND cell = cell_of($1) AND key = $2 FOR UPDATE`,
    [customerId, key],
  );
  return row && { requestHash: row.request_hash, answer: { status: row.status, text: row.answer } };
}

/** How long a call may be retried under its key. */
export const keysKeptDays = 30;

/** Purges keys after their 30 days. */
export function purgeOldKeys(db: Database): Promise<number> {
  return purgeCells(db, {
    table: 'idempotency_keys',
    key: 'customer_id, key',
    where: `created_at < now() - interval '${keysKeptDays} days'`,
  });
}
