import * as z from 'zod/mini';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerNetwork, holdTimeLimit, noAnswer, noConnection, refusal } from '#testing/web/network.ts';
import { show } from '#testing/web/show.tsx';
import { endpoint } from '#platform/endpoint.ts';
import { dismissToast, readToasts } from './ui/toasts.ts';
import { useApiMutation } from './use-api-mutation.ts';

const pay = endpoint({
  method: 'POST',
  path: '/api/greet',
  access: 'investor',
  summary: 'Pay',
  body: z.object({ amount: z.number() }),
  answer: z.object({ Paid: z.number() }),
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

test('[S6] success is shown in a toast', async () => {
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

test('[S6] [L8] what took too long is said to have', async () => {
  const endLimit = holdTimeLimit();
  const network = answerNetwork().answer(pay, noAnswer);
  await show(<PayButtons />);
  await press(10);
  await vi.waitFor(() => expect(network.calls).toHaveLength(1));
  endLimit();
  await expect.element(page.getByText('O servidor demorou demais a responder. Tente de novo.')).toBeVisible();
});

function Silent() {
  const payment = useApiMutation(pay);
  return (
    <button type="button" onClick={() => payment.mutate({ body: { amount: 1 } })}>
      Pagar 1
    </button>
  );
}

test('[L8] a call without words of its own says that there is no connection', async () => {
  answerNetwork().answer(pay, noConnection);
  await show(<Silent />);
  await press(1);
  await expect.element(page.getByText('Sem conexão com o servidor.', { exact: false })).toBeVisible();
});

test.each([
  ['no_capacity', 409, true],
  ['account_frozen', 403, true],
  ['fault', 500, true],
  ['insufficient_balance', 422, false],
  ['too_many_attempts', 429, false],
])('[G4] after %s the toast links to support with the request id: %i, %s', async (code, status, isForSupport) => {
  const headers = { 'X-Request-Id': 'req-7' };
  answerNetwork().answer(pay, () => Response.json({ code, message: 'Não deu.' }, { status, headers }));
  await show(<PayButtons />);
  await press(10);
  await expect.element(page.getByText('Não deu.')).toBeVisible();
  const links = page.getByRole('link', { name: 'Falar com o suporte sobre isto' }).elements();
  const address = `https://support.example/?reference=${code}+req-7`;
  expect(links.map((link) => link.getAttribute('href'))).toEqual(isForSupport ? [address] : []);
});
