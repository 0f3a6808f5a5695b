import type { EndpointShape } from '#platform/endpoint.ts';
import { Refusal } from '#platform/refusal.ts';
import { refusePlatform } from '#platform/refusals.ts';
import type { Database } from '#database/server/database.ts';
import { gatherCall } from '#database/server/gather-calls.ts';
import type { Known, KnownSettings } from '#settings/server/known-settings.ts';
import { writeAnswer } from './answer.ts';
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
  /** For an outcome that something outside the transaction may mend: whether it did, and then the call is made again. */
  remedies: Readonly<Record<string, (db: Database) => Promise<boolean>>>;
  /** It is done, or was before. */
  onDone?: (db: Database) => void;
}

/** How a call becomes a row: pure, given the settings. Throws a Refusal. */
export interface Deciding<Terms> {
  terms: KnownSettings<Terms> | null;
  decide(terms: Terms): CallRow;
}

/** A call whose settings keep changing under it, or whose remedy is used up by others, is asked to come back. */
const mostAttempts = 20;

/**
 * Answers a call that moves money as a row of a batch. Its key and its answer, or its refusal if the key is the caller's, are written with
 * it. What is refused before the database is asked was decided with the settings as they are now.
 *
 * @throws Refusal when it is refused and nothing was kept of it
 */
export async function answerRow<Terms>(
  db: Database,
  shape: EndpointShape,
  intent: Intent,
  { terms, decide }: Deciding<Terms>,
  keep: WriteRefusal | null,
): Promise<Outcome> {
  const hash = hashOf(intent);
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const [row, state] = await decideNow(db, terms, decide);
    const answer = writeAnswer(shape, row.answer);
    const kept =
      keep &&
      Object.fromEntries(
        Object.entries(row.refusals).flatMap(([outcome, refusal]) =>
          outcome in row.remedies ? [] : [[outcome, keep(refusal)]],
        ),
      );
    const values = [state, intent.key, hash, answer.text, kept && JSON.stringify(kept), ...row.values];
    const outcome = await gatherCall(db, row.statement, intent.customerId, values);
    if (outcome === null || outcome === 'answered') row.onDone?.(db);
    if (outcome === null) return { ...answer, replayed: false };
    if (outcome === 'answered') return replay(db, intent, hash);
    if (outcome === 'terms_changed') {
      await terms?.now(db);
      continue;
    }
    if (await row.remedies[outcome]?.(db)) continue;
    const refusal = row.refusals[outcome];
    if (!refusal) throw new Error(`an outcome of ${shape.method} ${shape.path} that nobody knows: ${outcome}`);
    const own = kept?.[outcome];
    if (own) return { ...own, replayed: false };
    throw refusal;
  }
  throw refusePlatform('unavailable', {}, 2);
}

async function decideNow<Terms>(
  db: Database,
  terms: KnownSettings<Terms> | null,
  decide: (terms: Terms) => CallRow,
): Promise<[CallRow, string | null]> {
  if (!terms) return [decide(undefined as Terms), null];
  const last = await terms.last(db);
  try {
    return [decide(last.values), last.state];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const now: Known<Terms> = await terms.now(db);
    return [decide(now.values), now.state];
  }
}
