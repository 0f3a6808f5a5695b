import { safeParse } from 'zod/mini';
import { answersRequest, brokerageAnswer, brokeragePaths, type BrokerageRequest } from '../brokerage-contract.ts';
import { traced } from '#telemetry/server/tracing.ts';
import { fetchJson, type JsonReply } from './fetch-json.ts';

/**
 * What is known after a call. Only `done` and `refused` are definite. `unknown` may or may not have happened, and `never_sent` is the
 * brokerage's statement that it has no such transfer, which therefore may be sent again under the same key.
 */
export type BrokerageOutcome =
  | { kind: 'done'; holder?: string }
  | { kind: 'refused'; reason: string }
  | { kind: 'pending' }
  /** `retryAfterMs`: for how long it asked to be left alone. */
  | { kind: 'unknown'; error: string; retryAfterMs?: number }
  | { kind: 'never_sent' };

export interface Brokerage {
  send(request: BrokerageRequest): Promise<BrokerageOutcome>;
  /** Looks up the state of a transfer. */
  ask(request: BrokerageRequest): Promise<BrokerageOutcome>;
}

export interface BrokerageAddress {
  url: string;
  token: string;
  deadlineMs?: number;
}

export const brokerageDeadlineMs = 10_000;

/** Neither call throws: anything that is not a readable answer about this very transfer is `unknown`. */
export function connectBrokerage({ url, token, deadlineMs = brokerageDeadlineMs }: BrokerageAddress): Brokerage {
  const authorization = `Bearer ${token}`;
  return {
    send: (request) =>
      call('send', request, (trace) =>
        fetchJson(
          url + brokeragePaths.transfers,
          {
            method: 'POST',
            headers: {
              ...trace,
              authorization,
              'content-type': 'application/json',
              'idempotency-key': request.reference,
            },
            body: JSON.stringify(request),
          },
          deadlineMs,
        ),
      ),
    ask: async (request) => {
      const path = brokeragePaths.transfer.replace(':reference', encodeURIComponent(request.reference));
      const outcome = await call('ask', request, (trace) =>
        fetchJson(url + path, { headers: { ...trace, authorization } }, deadlineMs),
      );
      return outcome.kind === 'unknown' && outcome.error === 'http_404' ? { kind: 'never_sent' } : outcome;
    },
  };
}

/** Traces the call as a span with its outcome, and passes the trace on to the brokerage. */
function call(
  name: string,
  request: BrokerageRequest,
  ask: (trace: Record<string, string>) => Promise<JsonReply>,
): Promise<BrokerageOutcome> {
  return traced(
    () => ({ name: `brokerage ${name}`, kind: 'client' }),
    async (span) => {
      const outcome = await answered(request, () => ask(span.headers()));
      const error = outcome.kind === 'unknown' ? { 'error.type': outcome.error } : {};
      span.set({ 'lastro.brokerage.outcome': outcome.kind, ...error });
      return outcome;
    },
  );
}

async function answered(request: BrokerageRequest, ask: () => Promise<JsonReply>): Promise<BrokerageOutcome> {
  try {
    return judge(await ask(), request);
  } catch (error) {
    return { kind: 'unknown', error: isTimeout(error) ? 'timeout' : 'no_answer' };
  }
}

function judge({ status, body, retryAfterMs }: JsonReply, request: BrokerageRequest): BrokerageOutcome {
  if (status !== 200 && status !== 201)
    return { kind: 'unknown', error: `http_${status}`, ...(retryAfterMs > 0 && { retryAfterMs }) };
  const answer = safeParse(brokerageAnswer, body);
  if (!answer.success) return { kind: 'unknown', error: 'unreadable' };
  if (!answersRequest(answer.data, request)) return { kind: 'unknown', error: 'mismatch' };
  if (answer.data.status === 'done') return { kind: 'done', ...(answer.data.holder && { holder: answer.data.holder }) };
  if (answer.data.status !== 'refused') return { kind: answer.data.status };
  return { kind: 'refused', reason: answer.data.reason || 'refused' };
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}
