import { createHash } from 'node:crypto';
import { Refusal } from '../refusal.ts';
import { refusePlatform } from '../refusals.ts';
import type { Answer } from './answer.ts';
import { type Database, readOne, type Tx } from './database.ts';
import { purge } from './purge.ts';
import { transaction } from './transaction.ts';

/** Who asks for what, under which key: the same three are answered the same for 30 days. */
export interface Intent extends Named {
  request: string;
}

/** A key belongs to its customer: another's of the same name is another. */
interface Named {
  customerId: string;
  key: string;
}

export interface Outcome extends Answer {
  replayed: boolean;
}

/** How a refusal is worded for this caller, so that the stored answer is complete. */
export type WriteRefusal = (refusal: Refusal) => Answer;

/**
 * Does `work` once per key. The key's row is written first, in the transaction of the effect: a second request with the
 * key waits there for the first to end, then finds its answer. A refusal is an answer too; it is kept, its effects are not.
 */
export function once(
  db: Database,
  intent: Intent,
  writeRefusal: WriteRefusal,
  work: (tx: Tx) => Promise<Answer>,
): Promise<Outcome> {
  const hash = createHash('sha256').update(intent.request).digest();
  return transaction(
    db,
    async (tx) => {
      if (!(await claimKey(tx, intent, hash))) return replay(tx, intent, hash);
      const answer = await answerOrRefuse(tx, work, writeRefusal);
      await writeDown(tx, intent, answer);
      return { ...answer, replayed: false };
    },
    { repeatable: true },
  );
}

/** What was answered under a key; null while nothing under it is committed. */
export function readAnswer(db: Database, named: Named): Promise<Answer | null> {
  return transaction(db, async (tx) => (await findAnswer(tx, named))?.answer ?? null, { repeatable: true });
}

/**
 * Answers under a key that nothing was answered under, so that the call it was made for does nothing any more, however late it
 * arrives: it finds the key taken by another request. What was answered before stays, and is told.
 */
export function answerInstead(db: Database, named: Named, answer: Answer): Promise<Answer> {
  return transaction(
    db,
    async (tx) => {
      if (!(await claimKey(tx, named, noRequest))) return (await requireAnswer(tx, named)).answer;
      await writeDown(tx, named, answer);
      return answer;
    },
    { repeatable: true },
  );
}

const noRequest = createHash('sha256').update('given up').digest();

async function claimKey(tx: Tx, intent: Named, hash: Buffer): Promise<boolean> {
  try {
    const claimed = await tx.query(
      `INSERT INTO idempotency_keys (customer_id, key, request_hash) VALUES ($1, $2, $3)
       ON CONFLICT DO NOTHING RETURNING key`,
      [intent.customerId, intent.key, hash],
    );
    return claimed.length === 1;
  } catch (error) {
    const waitedTooLong = error instanceof Error && 'code' in error && error.code === '55P03';
    throw waitedTooLong ? refusePlatform('idempotency_in_progress', {}, 1) : error;
  }
}

async function writeDown(tx: Tx, { customerId, key }: Named, { status, text }: Answer): Promise<void> {
  await tx.query(`UPDATE idempotency_keys SET status = $3, answer = $4 WHERE customer_id = $1 AND key = $2`, [
    customerId,
    key,
    status,
    text,
  ]);
}

async function replay(tx: Tx, intent: Intent, hash: Buffer): Promise<Outcome> {
  const { answer, requestHash } = await requireAnswer(tx, intent);
  if (!requestHash.equals(hash)) throw refusePlatform('idempotency_key_reused');
  return { ...answer, replayed: true };
}

interface StoredAnswer {
  requestHash: Buffer;
  answer: Answer;
}

async function requireAnswer(tx: Tx, named: Named): Promise<StoredAnswer> {
  const stored = await findAnswer(tx, named);
  if (!stored) throw refusePlatform('idempotency_in_progress', {}, 1);
  return stored;
}

/**
 * The row is locked although nothing changes it: only a transaction that writes waits at its commit for the synchronous
 * standby, and an answer that has not reached it must not be given. The first caller's wait may have been cut short.
 */
async function findAnswer(tx: Tx, { customerId, key }: Named): Promise<StoredAnswer | null> {
  const row = await readOne<{ request_hash: Buffer; status: number; answer: string }>(
    tx,
    `SELECT request_hash, status, answer FROM idempotency_keys WHERE customer_id = $1 AND key = $2 FOR UPDATE`,
    [customerId, key],
  );
  return row && { requestHash: row.request_hash, answer: { status: row.status, text: row.answer } };
}

async function answerOrRefuse(tx: Tx, work: (tx: Tx) => Promise<Answer>, writeRefusal: WriteRefusal): Promise<Answer> {
  await tx.query('SAVEPOINT effect');
  try {
    return await work(tx);
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error;
    await tx.query('ROLLBACK TO SAVEPOINT effect');
    return writeRefusal(error);
  }
}

/** Purges keys after their 30 days. */
export function purgeOldKeys(db: Database): Promise<number> {
  return purge(db, {
    table: 'idempotency_keys',
    key: 'customer_id, key',
    where: `created_at < now() - interval '30 days'`,
  });
}
