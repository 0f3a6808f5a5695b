import type { EndpointShape } from '#platform/endpoint.ts';
import { Refusal } from '#platform/refusal.ts';
import { refusePlatform } from '#platform/refusals.ts';
import type { Database } from '#database/server/database.ts';
import { gatherCall } from '#database/server/gather-calls.ts';
import type { KnownSettings } from '#settings/server/known-settings.ts';
import { type Answer, writeAnswer } from './answer.ts';
import { hashOf, type Intent, type Outcome, replay, type WriteRefusal } from './idempotency.ts';

/** A call as a row of a batch: decided before the database is asked. */
export interface CallRow {
  /** Takes arrays of: customer, state of the settings, key, hash, answer, refusals by outcome; and then of `values`. */
  statement: string;
  values: readonly unknown[];
  /** What is answered when it is done, before it is written. */
  answer: unknown;
  /** What the statement's outcomes mean. */
  refusals: Readonly<Record<string, Refusal>>;
  /** It is done, or was before. */
  onDone: (db: Database) => void;
}

/** How a call becomes a row: pure, given the settings and the instant at which they were read. Throws a Refusal. */
export interface Deciding<Terms> {
  terms: KnownSettings<Terms> | null;
  decide(terms: Terms, readAt: Date): CallRow;
}

/** A call whose settings keep changing under it is asked to come back. */
const mostAttempts = 20;

/** How a refusal is answered: in which words, and in a transaction that looks at the customer's accounts and the key first. */
export interface Refusing {
  write: WriteRefusal;
  underLock: (refusal: Refusal) => Promise<Outcome>;
}

/**
 * Answers a call that moves money as a row of a batch. Its key and its answer, or its refusal if the key is the caller's, are written with
 * it. What is refused before the database is asked was decided with the settings as they are now.
 *
 * @throws Refusal when it is refused and the key is not the caller's
 */
export async function answerRow<Terms>(
  db: Database,
  shape: EndpointShape,
  intent: Intent,
  { terms, decide }: Deciding<Terms>,
  { write, underLock }: Refusing,
): Promise<Outcome> {
  const hash = hashOf(intent);
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const decided = await decideNow(db, terms, decide);
    if (decided instanceof Refusal) return underLock(decided);
    const { row, state } = decided;
    const answer = writeAnswer(shape, row.answer);
    const kept = intent.isKeyed ? writeKept(row, write) : null;
    const values = [state, intent.key, hash, answer.text, kept && JSON.stringify(kept), ...row.values];
    const outcome = await gatherCall(db, row.statement, intent.customerId, values);
    if (outcome === null || outcome === 'answered') row.onDone(db);
    if (outcome === null) return { ...answer, replayed: false };
    if (outcome === 'answered') return replay(db, intent, hash);
    if (outcome === 'terms_changed') {
      await terms?.now(db);
      continue;
    }
    const refusal = row.refusals[outcome];
    if (!refusal) throw new Error(`an outcome of ${shape.method} ${shape.path} that nobody knows: ${outcome}`);
    if (!kept) throw refusal;
    return kept[outcome] ? { ...kept[outcome], replayed: false } : underLock(refusal);
  }
  throw refusePlatform('unavailable', {}, 2);
}

/** The answers that are kept with the row, by outcome. */
function writeKept({ refusals }: CallRow, write: WriteRefusal): Record<string, Answer> {
  return Object.fromEntries(Object.entries(refusals).map(([outcome, refusal]) => [outcome, write(refusal)]));
}

async function decideNow<Terms>(
  db: Database,
  terms: KnownSettings<Terms> | null,
  decide: (terms: Terms, readAt: Date) => CallRow,
): Promise<{ row: CallRow; state: string | null } | Refusal> {
  try {
    if (!terms) return { row: decide(undefined as Terms, new Date(0)), state: null };
    const last = await terms.last(db);
    const row = decideOr(() => decide(last.values, last.at));
    if (!(row instanceof Refusal)) return { row, state: last.state };
    const now = await terms.now(db);
    return { row: decide(now.values, now.at), state: now.state };
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return error;
    throw error;
  }
}

function decideOr(decide: () => CallRow): CallRow | Refusal {
  try {
    return decide();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
