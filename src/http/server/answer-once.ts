import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Tx } from '#database/server/database.ts';
import type { EndpointShape } from '#platform/endpoint.ts';
import { Refusal } from '#platform/refusal.ts';
import { refusePlatform } from '#platform/refusals.ts';
import { type Answer, writeAnswer } from './answer.ts';
import { writeRefusal } from './answer-fault.ts';
import { answerRow, type Deciding } from './answer-row.ts';
import type { Http } from './http.ts';
import { type Intent, once, type Outcome } from './idempotency.ts';
import type { Investor } from './investor.ts';

/** A call that moves money, once it is read. */
export interface MoneyCall {
  /** Its input, as its key keeps it. */
  asked: { params?: unknown; body?: unknown };
  key: string;
  /** Does it in the transaction of its key, and returns what is answered. */
  work: (tx: Tx) => Promise<unknown>;
  /** `work` begins with its own statement that refuses while the customer's money is stopped. */
  asksByItself?: true | undefined;
  /** The call as a row of a batch, in place of `work`. */
  row?: Deciding<unknown> | null;
}

/** Answers a call that moves money, or repeats the answer that its key has. */
export async function answerOnce(
  http: Http,
  shape: EndpointShape,
  request: FastifyRequest,
  reply: FastifyReply,
  { asked: { params, body }, key, work, asksByItself, row }: MoneyCall,
): Promise<Outcome> {
  const investor = request.investor as Investor;
  // A term that begins in the future by mistake could not be taken back. Not an answer of the key: the same call succeeds later.
  if (investor.isClockAhead) throw refusePlatform('unavailable', {}, 60);
  const intent: Intent = {
    customerId: investor.id,
    key,
    request: JSON.stringify([shape.method, shape.path, params ?? null, body ?? null]),
    isKeyed: isKeyed(request),
  };
  const write = (refusal: Refusal): Answer => writeRefusal(http, refusal, request.headers['accept-language']);
  const hold = (tx: Tx): void => http.requireMovable(tx, investor.id, key);
  // A stop on the customer's money is reported before any other refusal, and a refusal is kept under the caller's key.
  const underLock = (refusal: Refusal): Promise<Outcome> =>
    once(http.db, intent, write, async (tx) => {
      hold(tx);
      throw refusal;
    });
  const outcome = row
    ? await answerRow(http.db, shape, intent, row, { write, underLock })
    : await once(http.db, intent, write, async (tx) => {
        if (!asksByItself) hold(tx);
        try {
          return writeAnswer(shape, await work(tx));
        } catch (error) {
          if (asksByItself && error instanceof Refusal) hold(tx);
          throw error;
        }
      });
  if (outcome.replayed) reply.header('Idempotency-Replayed', 'true');
  return outcome;
}

/** Whether the caller chose the key. */
export function isKeyed({ headers }: FastifyRequest): boolean {
  return headers['idempotency-key'] !== undefined;
}

/** A call without a caller's key gets a generated one, so that it can be retried when its commit is in doubt. */
export function readKey({ headers }: FastifyRequest): string {
  const key = headers['idempotency-key'];
  if (key === undefined) return `unkeyed:${randomUUID()}`;
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,200}$/.test(key)) throw refusePlatform('invalid_idempotency_key');
  return key;
}
