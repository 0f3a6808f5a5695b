import * as z from 'zod/mini';
import { beforeEach, expect, test, vi } from 'vitest';
import { answerNetwork, holdTimeLimit, noAnswer, noConnection, refusal } from '#testing/web/network.ts';
import { endpoint } from '#platform/endpoint.ts';
import { callApi, sendMoneyCall } from './api.ts';
import { ApiRefusal, isWorthRetrying, NetworkFailure, tookTooLong } from './api-failure.ts';
import { beginSession, endSession, readSession } from './session.ts';

const bake = endpoint({
  method: 'POST',
  path: '/api/bread/:kind',
  access: 'investor',
  summary: 'Bake',
  params: z.object({ kind: z.string() }),
  query: z.object({ loaves: z.optional(z.string()) }),
  body: z.object({ flour: z.number() }),
  answer: z.object({ Crust: z.string() }),
  movesMoney: true,
});
const taste = endpoint({
  method: 'GET',
  path: '/api/bread',
  access: 'public',
  summary: 'Taste',
  answer: z.object({ Crust: z.string() }),
});

beforeEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  endSession('logged-out');
  document.documentElement.lang = 'fa';
});

test('[A4] a call carries the token without a scheme, the language, the body and an idempotency key', async () => {
  beginSession('a-token');
  const network = answerNetwork().answer(bake, () => ({ Crust: 'dark' }));
  const answer = await sendMoneyCall(bake, { params: { kind: 'rye/7' }, query: {}, body: { flour: 3 } }, 'k1');
  expect(answer).toEqual({ Crust: 'dark' });
  const [call] = network.calls;
  expect(call?.address).toBe('/api/bread/rye%2F7');
  expect(call?.body).toEqual({ flour: 3 });
  expect(Object.fromEntries(call?.headers ?? [])).toEqual({
    accept: 'application/json',
    'accept-language': 'fa',
    authorization: 'a-token',
    'content-type': 'application/json',
    'idempotency-key': 'k1',
  });
});

test('a public call does not send the token', async () => {
  beginSession('a-token');
  const network = answerNetwork().answer(taste, () => ({ Crust: 'dark' }));
  await callApi(taste);
  expect(network.calls[0]?.headers.has('authorization')).toBe(false);
});

test('a refusal carries its code, message, status and details', async () => {
  answerNetwork().answer(taste, () => refusal(409, 'no_flour', 'Acabou a farinha.', { left: 0 }));
  const said = await callApi(taste).catch((error: unknown) => error);
  expect(said).toBeInstanceOf(ApiRefusal);
  expect(said).toMatchObject({ code: 'no_flour', message: 'Acabou a farinha.', status: 409, details: { left: 0 } });
});

test("a proxy's error page is a refusal without a message", async () => {
  answerNetwork().answer(taste, () => new Response('<html>', { status: 502 }));
  await expect(callApi(taste)).rejects.toMatchObject({ code: 'unknown', message: '', status: 502 });
});

test.each([
  ['no connection', noConnection],
  ['half an answer', () => new Response('{"Crust": "da')],
])('%s is a network failure', async (_, answer) => {
  answerNetwork().answer(taste, answer);
  await expect(callApi(taste)).rejects.toBeInstanceOf(NetworkFailure);
});

test.each([
  ['without a signal of its own', undefined],
  ['that may be aborted', new AbortController().signal],
])(
  '[L8] an answer to a call %s is given up after the time limit, and not asked for again by itself',
  async (_, signal) => {
    const endLimit = holdTimeLimit();
    const network = answerNetwork().answer(taste, noAnswer);
    const said = callApi(taste, {}, signal && { signal }).catch((error: unknown) => error);
    await vi.waitFor(() => expect(network.calls).toHaveLength(1));
    endLimit();
    expect(await said).toBeInstanceOf(NetworkFailure);
    expect([tookTooLong(await said), isWorthRetrying(await said)]).toEqual([true, false]);
  },
);

test('[L8] so is one whose body stops coming', async () => {
  const never = () => Promise.reject(new DOMException('aborted', 'AbortError'));
  answerNetwork().answer(taste, () => Object.assign(new Response('{"Crust": "da'), { json: never }));
  expect(tookTooLong(await callApi(taste).catch((error: unknown) => error))).toBe(true);
});

test('[L8] a call that its caller gave up is no failure of the network, also where it was given up before it was sent', async () => {
  const caller = new AbortController();
  answerNetwork().answer(taste, noAnswer);
  const call = callApi(taste, {}, { signal: caller.signal });
  caller.abort();
  await expect(call).rejects.not.toBeInstanceOf(NetworkFailure);
  expect(tookTooLong(new NetworkFailure('no answer', { cause: new TypeError('Failed to fetch') }))).toBe(false);
});

test('an answer that violates the contract is rejected', async () => {
  answerNetwork().answer(taste, () => Response.json({ Crust: 12 }));
  await expect(callApi(taste)).rejects.toThrow(/invalid input/i);
});

test('[A5] a refused token ends its own session, not the one after it', async () => {
  beginSession('old');
  let refuseNow = () => {};
  const isRefused = new Promise<void>((resolve) => (refuseNow = resolve));
  answerNetwork().answer(bake, async () => {
    await isRefused;
    return refusal(401, 'unauthenticated', 'Não.');
  });
  const cake = { params: { kind: 'rye' }, query: {}, body: { flour: 1 } };
  const call = sendMoneyCall(bake, cake, 'k1').catch(() => 'refused');
  beginSession('new');
  refuseNow();
  expect(await call).toBe('refused');
  expect(readSession().token).toBe('new');
  await sendMoneyCall(bake, cake, 'k2').catch(() => 'refused');
  expect(readSession()).toMatchObject({ token: null, endReason: 'refused' });
});
