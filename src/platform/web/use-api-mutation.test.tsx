import * as z from 'zod/mini';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerNetwork, noConnection, refusal } from '#app/web/testing/network.ts';
import { show } from '#app/web/testing/show.tsx';
import { endpoint } from '#platform/endpoint.ts';
import { dismissToast, readToasts } from './ui/toasts.ts';
import { useApiMutation } from './use-api-mutation.ts';

const pay = endpoint({
  method: 'POST',
  path: '/api/pay',
  access: 'investor',
  summary: 'Pay',
  body: z.object({ amount: z.number() }),
  answer: z.object({ Paid: z.number() }),
  movesMoney: true,
});

const texts = { success: 'Pago!', failed: 'Erro ao pagar.', unexpected: 'Erro inesperado ao pagar.' };

beforeEach(async () => {
  await page.viewport(1024, 800);
  vi.restoreAllMocks();
  for (const toast of readToasts()) dismissToast(toast.id);
});

function PayButtons() {
  const payment = useApiMutation(pay, texts);
  return [10, 20].map((amount) => (
    <button key={amount} type="button" onClick={() => payment.mutate({ body: { amount } })}>
      {`Pagar ${amount}`}
    </button>
  ));
}

function press(amount: number) {
  return page.getByRole('button', { name: `Pagar ${amount}` }).click();
}

test('[S6] success is told in a toast', async () => {
  answerNetwork().answer(pay, () => ({ Paid: 10 }));
  await show(<PayButtons />);
  await press(10);
  await expect.element(page.getByText('Pago!')).toBeVisible();
});

test.each([
  ["the server's words come first", () => refusal(422, 'x', 'Saldo insuficiente.'), 'Saldo insuficiente.'],
  ['a refusal without words', () => new Response('', { status: 400 }), 'Erro ao pagar.'],
  ['no answer', noConnection, 'Erro inesperado ao pagar.'],
  ['an answer nobody understands', () => Response.json({ Paid: 'x' }), 'Erro inesperado ao pagar.'],
])('[S6] %s', async (_, answer, words) => {
  answerNetwork().answer(pay, answer);
  await show(<PayButtons />);
  await press(10);
  await expect.element(page.getByText(words)).toBeVisible();
});

test.each([
  ['no answer', noConnection],
  ['a fault', () => refusal(500, 'fault', 'Falhou.')],
  ['the first still running', () => refusal(409, 'idempotency_in_progress', 'Ainda em andamento.')],
])('after %s the same press keeps its key, so it cannot pay twice', async (_, answer) => {
  const network = answerNetwork().answer(pay, answer);
  await show(<PayButtons />);
  for (const times of [1, 2]) {
    await press(10);
    await vi.waitFor(() => expect(network.calls).toHaveLength(times));
    await vi.waitFor(() => expect(readToasts()).toHaveLength(1));
  }
  const [first, second] = network.calls.map((call) => call.headers.get('Idempotency-Key'));
  expect(first).toMatch(/^[\w-]{36}$/);
  expect(second).toBe(first);
});

test('after a definite answer, or for another wish, the key is a new one', async () => {
  const network = answerNetwork().answer(pay, ({ body }) => ({ Paid: (body as { amount: number }).amount }));
  await show(<PayButtons />);
  for (const [at, amount] of [10, 10, 20].entries()) {
    await press(amount);
    await vi.waitFor(() => expect(network.calls).toHaveLength(at + 1));
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  expect(new Set(network.calls.map((call) => call.headers.get('Idempotency-Key'))).size).toBe(3);
});

test('[F4] asked again on other terms after a lost answer, it is still the same intent', async () => {
  const network = answerNetwork().answer(pay, noConnection);
  function PayOnTerms() {
    const payment = useApiMutation({ ...pay, headers: z.object({ terms: z.string() }) }, texts);
    return ['old', 'new'].map((terms) => (
      <button key={terms} type="button" onClick={() => payment.mutate({ body: { amount: 10 }, headers: { terms } })}>
        {terms}
      </button>
    ));
  }
  await show(<PayOnTerms />);
  for (const [at, name] of ['old', 'new'].entries()) {
    await page.getByRole('button', { name }).click();
    await vi.waitFor(() => expect(network.callsTo(pay)).toHaveLength(at + 1));
  }
  const [first, second] = network
    .callsTo(pay)
    .map(({ headers }) => [headers.get('terms'), headers.get('idempotency-key')]);
  expect([first?.[0], second?.[0]]).toEqual(['old', 'new']);
  expect(second?.[1]).toBe(first?.[1]);
});
