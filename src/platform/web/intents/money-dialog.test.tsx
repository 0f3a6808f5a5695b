import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerNetwork, holdTimeLimit, type Network, noAnswer, noConnection, refusal } from '#testing/web/network.ts';
import { show } from '#testing/web/show.tsx';
import { endpoint } from '#platform/endpoint.ts';
import { giveUpIntent, type IntentOutcome, readIntent } from '#platform/intents.ts';
import { noteServerTime } from '../server-clock.ts';
import { endSession, keepUuid } from '../session.ts';
import { dismissToast, readToasts } from '../ui/toasts.ts';
import { MoneyDialog } from './money-dialog.tsx';
import { useMoneyMutation } from './use-money-mutation.ts';

const pay = endpoint({
  method: 'POST',
  path: '/api/pay',
  access: 'investor',
  summary: 'Pay',
  headers: z.object({ 'quoted-rate': z.optional(z.string()), proof: z.optional(z.string()) }),
  body: z.object({ amount: z.number() }),
  answer: z.object({ Paid: z.number() }),
  movesMoney: true,
});

beforeEach(async () => {
  await page.viewport(1024, 800);
  vi.restoreAllMocks();
  localStorage.clear();
  window.history.replaceState(null, '', '/');
  for (const toast of readToasts()) dismissToast(toast.id);
});

function Payment() {
  const [isOpen, setOpen] = useState(false);
  return (
    <main>
      <h1>Página</h1>
      <button type="button" onClick={() => setOpen(true)}>
        Abrir
      </button>
      {isOpen && <PayDialog onClose={() => setOpen(false)} />}
    </main>
  );
}

function PayDialog({ onClose }: { onClose: () => void }) {
  const move = useMoneyMutation(pay, { success: 'Pago!', unexpected: 'Sem resposta.' });
  const [note, setNote] = useState('');
  return (
    <MoneyDialog
      title="Pagar"
      isOpen
      onClose={onClose}
      move={move}
      describe={({ body }) => `Pagar ${body.amount}`}
      onSendAgain={(input) => move.mutate(input, { onSuccess: onClose })}
    >
      <input aria-label="Nota" value={note} onChange={(event) => setNote(event.target.value)} />
      {[10, 20].map((amount) => (
        <button
          key={amount}
          type="button"
          onClick={() =>
            move.mutate(
              { body: { amount }, headers: { 'quoted-rate': '5.1', proof: 'secret-proof' } },
              { onSuccess: onClose },
            )
          }
        >
          {`Confirmar ${amount}`}
        </button>
      ))}
    </MoneyDialog>
  );
}

const button = (name: string) => page.getByRole('button', { name });
const question = () => page.getByRole('group', { name: 'Um pedido ficou sem resposta' });
const keysOf = (network: Network) => network.callsTo(pay).map(({ headers }) => headers.get('Idempotency-Key'));
const outcome =
  (State: IntentOutcome['State'], Answer: unknown = null) =>
  () => ({ State, Answer });

/** Confirms ten and loses the response. */
async function loseAnswer(): Promise<Network> {
  const network = answerNetwork()
    .answer(pay, noConnection)
    .answer(readIntent, () => noConnection());
  await show(<Payment />);
  await button('Abrir').click();
  await page.getByRole('textbox', { name: 'Nota' }).fill('para a Bia');
  await button('Confirmar 10').click();
  await expect.element(question()).toBeVisible();
  await expect.element(button('Perguntar de novo')).toBeVisible();
  return network;
}

test('[L4] after a lost answer, reopening shows the pending intent, and only that can be sent', async () => {
  const network = await loseAnswer();
  await button('Fechar').click();
  network.answer(readIntent, outcome('none'));
  await button('Abrir').click();
  await expect.element(question()).toHaveTextContent('Pagar 10');
  await expect.element(button('Confirmar 20')).not.toBeInTheDocument();
  network.answer(pay, () => ({ Paid: 10 }));
  await button('Enviar de novo').click();
  await expect.element(page.getByText('Pago!')).toBeVisible();
  const [first, second] = keysOf(network);
  expect(first).toMatch(/^[\w-]{36}$/);
  expect(second).toBe(first);
  expect(network.callsTo(pay).map(({ body }) => body)).toEqual([{ amount: 10 }, { amount: 10 }]);
  expect(network.callsTo(pay)[1]?.headers.get('quoted-rate')).toBe('5.1');
  expect(JSON.stringify(localStorage)).not.toContain('intent');
});

test('[L4] asks the server first: a completed intent is reported as done, and nothing is sent', async () => {
  const network = await loseAnswer();
  network.answer(readIntent, outcome('done', { Paid: 10 }));
  await button('Perguntar de novo').click();
  await expect.element(page.getByText('O pedido foi feito, uma única vez.')).toBeVisible();
  await button('Entendi').click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await button('Abrir').click();
  await expect.element(button('Confirmar 20')).toBeVisible();
  expect(network.callsTo(pay)).toHaveLength(1);
});

test('[L4] an abandoned intent is closed on the server before a new one can start, and typed values are restored', async () => {
  const network = await loseAnswer();
  network.answer(readIntent, outcome('none')).answer(giveUpIntent, outcome('refused', { code: 'given_up' }));
  await button('Perguntar de novo').click();
  await button('Desistir').click();
  network.answer(readIntent, outcome('refused', { code: 'given_up' }));
  await expect.element(page.getByText('Você desistiu do pedido', { exact: false })).toBeVisible();
  await button('Entendi').click();
  await expect.element(page.getByRole('textbox', { name: 'Nota' })).toHaveValue('para a Bia');
  network.answer(pay, () => ({ Paid: 20 }));
  await button('Confirmar 20').click();
  await expect.element(page.getByText('Pago!')).toBeVisible();
  const [first, second] = keysOf(network);
  expect(second).not.toBe(first);
});

test('[L4] an intent abandoned too late is reported as done', async () => {
  const network = await loseAnswer();
  network.answer(readIntent, outcome('none')).answer(giveUpIntent, outcome('done', { Paid: 10 }));
  await button('Perguntar de novo').click();
  network.answer(readIntent, outcome('done', { Paid: 10 }));
  await button('Desistir').click();
  await expect.element(page.getByText('O pedido foi feito, uma única vez.')).toBeVisible();
});

test('[L4] a refusal whose answer was lost is shown in its own words', async () => {
  const network = await loseAnswer();
  network.answer(readIntent, outcome('refused', { code: 'insufficient_balance', message: 'Saldo insuficiente.' }));
  await button('Perguntar de novo').click();
  await expect.element(page.getByText('Saldo insuficiente.', { exact: false })).toBeVisible();
  await button('Entendi').click();
  await expect.element(button('Confirmar 20')).toBeVisible();
});

test.each([
  ['a fault', () => refusal(500, 'fault', 'Falhou.')],
  ['the first still running', () => refusal(409, 'idempotency_in_progress', 'Ainda em andamento.')],
  ['too many of them', () => refusal(429, 'too_many_attempts', 'Aguarde.')],
  ['a page of a proxy', () => new Response('<html>', { status: 403 })],
  ['an answer nobody understands', () => Response.json({ Paid: 'x' })],
])('[L4] %s leaves it pending', async (_, answer) => {
  const network = answerNetwork().answer(pay, answer).answer(readIntent, outcome('none'));
  await show(<Payment />);
  await button('Abrir').click();
  await button('Confirmar 10').click();
  await expect.element(question()).toBeVisible();
  await button('Enviar de novo').click();
  await vi.waitFor(() => expect(network.callsTo(pay)).toHaveLength(2));
  expect(new Set(keysOf(network)).size).toBe(1);
});

test('[L4] [L8] an answer that does not come in time is a lost one: asked after, and sent again under its key', async () => {
  const endLimit = holdTimeLimit();
  const network = answerNetwork().answer(pay, noAnswer).answer(readIntent, outcome('none'));
  await show(<Payment />);
  await button('Abrir').click();
  await button('Confirmar 10').click();
  await vi.waitFor(() => expect(network.callsTo(pay)).toHaveLength(1));
  expect(question().elements()).toHaveLength(0);
  endLimit();
  await expect.element(question()).toHaveTextContent('Pagar 10');
  vi.mocked(AbortSignal.timeout).mockRestore();
  network.answer(pay, () => ({ Paid: 10 }));
  await button('Enviar de novo').click();
  await expect.element(page.getByText('Pago!')).toBeVisible();
  expect([network.callsTo(pay).length, new Set(keysOf(network)).size]).toEqual([2, 1]);
});

test('after a definite answer the next click is a new intent', async () => {
  const network = answerNetwork().answer(pay, () => refusal(422, 'insufficient_balance', 'Saldo insuficiente.'));
  await show(<Payment />);
  await button('Abrir').click();
  for (const times of [1, 2]) {
    await button('Confirmar 10').click();
    await vi.waitFor(() => expect(network.callsTo(pay)).toHaveLength(times));
    await expect.element(page.getByText('Saldo insuficiente.')).toBeVisible();
    await expect.element(button('Confirmar 10')).toBeVisible();
  }
  expect(new Set(keysOf(network)).size).toBe(2);
});

test('[L4] another customer in the same browser neither sees nor sends it; its owner finds it again', async () => {
  const network = await loseAnswer();
  const anas = localStorage.getItem('uuid') as string;
  await button('Fechar').click();
  endSession('logged-out');
  keepUuid('6f9619ff-8b86-4d01-b42d-00cf4fc964f0');
  await button('Abrir').click();
  await expect.element(button('Confirmar 10')).toBeVisible();
  expect(question().elements()).toHaveLength(0);
  network.answer(pay, () => ({ Paid: 10 }));
  await button('Confirmar 10').click();
  await expect.element(page.getByText('Pago!')).toBeVisible();
  expect(new Set(keysOf(network)).size).toBe(2);
  endSession('logged-out');
  keepUuid(anas);
  await button('Abrir').click();
  await expect.element(question()).toHaveTextContent('Pagar 10');
});

test('[L4] no proof of a second factor is stored in the browser', async () => {
  await loseAnswer();
  expect(JSON.stringify([localStorage, sessionStorage])).toContain('quoted-rate');
  expect(JSON.stringify([localStorage, sessionStorage])).not.toContain('secret-proof');
});

test('[L4] another tab shows it too, until it is settled', async () => {
  await loseAnswer();
  const name = Object.keys(localStorage).find((key) => key.startsWith('intent:')) ?? '';
  const text = localStorage.getItem(name);
  localStorage.removeItem(name);
  window.dispatchEvent(new StorageEvent('storage', { key: name }));
  await expect.element(button('Confirmar 20')).toBeVisible();
  localStorage.setItem(name, text as string);
  window.dispatchEvent(new StorageEvent('storage', { key: name }));
  await expect.element(question()).toBeVisible();
});

/** Says that the stored intent was confirmed at another time, as a page with a wrong clock did. */
function confirmedAt(at: string): void {
  const name = Object.keys(localStorage).find((key) => key.startsWith('intent:')) ?? '';
  localStorage.setItem(name, JSON.stringify({ ...JSON.parse(localStorage.getItem(name) as string), at }));
  window.dispatchEvent(new StorageEvent('storage', { key: name }));
}

const daysAway = (days: number): string => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString();

test.each([
  ['2020', '2020-01-01T12:00:00.000Z'],
  ['eight days ago', daysAway(-8)],
  ['in forty days', daysAway(40)],
])(
  '[L4] [L13] confirmed by a clock of %s, it stays and the server is asked; it is never sent again',
  async (_when, at) => {
    const network = await loseAnswer();
    confirmedAt(at);
    await button('Fechar').click();
    network.answer(readIntent, outcome('none')).answer(giveUpIntent, outcome('refused', { code: 'given_up' }));
    await button('Abrir').click();
    await expect.element(question()).toHaveTextContent('Pagar 10');
    await expect.element(button('Confirmar 20')).not.toBeInTheDocument();
    await expect.element(page.getByText('antigo demais para ser enviado de novo', { exact: false })).toBeVisible();
    await expect.element(button('Enviar de novo')).not.toBeInTheDocument();
    await button('Desistir').click();
    await expect.element(page.getByText('Se foi feito antes, está no seu histórico.', { exact: false })).toBeVisible();
    await button('Entendi').click();
    await expect.element(button('Confirmar 20')).toBeVisible();
    expect(network.callsTo(pay)).toHaveLength(1);
  },
);

test('[L4] [L13] done under a wrong clock, it is reported as done', async () => {
  const network = await loseAnswer();
  confirmedAt('2020-01-01T12:00:00.000Z');
  network.answer(readIntent, outcome('done', { Paid: 10 }));
  await button('Perguntar de novo').click();
  await expect.element(page.getByText('O pedido foi feito, uma única vez.')).toBeVisible();
});

test.each([-6 * 365, 40])('[L4] [L13] the time of confirming is the server’s: a device %d days off', async (days) => {
  const trueMs = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(trueMs + days * 24 * 60 * 60_000);
  noteServerTime(new Date(trueMs).toUTCString());
  try {
    await loseAnswer();
    const name = Object.keys(localStorage).find((key) => key.startsWith('intent:')) ?? '';
    const { at } = JSON.parse(localStorage.getItem(name) as string) as { at: string };
    expect(Math.abs(Date.parse(at) - trueMs)).toBeLessThan(2_000);
  } finally {
    vi.restoreAllMocks();
    noteServerTime(new Date().toUTCString());
  }
});

test('[L4] [L13] where nothing can be stored it is asked after all the same, and the page is not left without asking', async () => {
  const leave = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  for (const call of ['getItem', 'setItem', 'removeItem'] as const)
    vi.spyOn(Storage.prototype, call).mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
  expect(leave()).toBe(false);
  const network = await loseAnswer();
  await button('Fechar').click();
  network.answer(readIntent, outcome('none'));
  await button('Abrir').click();
  await expect.element(question()).toHaveTextContent('Pagar 10');
  expect(leave()).toBe(true);
  expect(JSON.stringify(window.history.state)).toContain(keysOf(network)[0]);
  network.answer(pay, () => ({ Paid: 10 }));
  await button('Enviar de novo').click();
  await expect.element(page.getByText('Pago!')).toBeVisible();
  expect(new Set(keysOf(network)).size).toBe(1);
  expect(leave()).toBe(false);
});

function Unrelated({ read }: { read: () => Promise<string> }) {
  const { data } = useQuery({ queryKey: ['dashboard', 'slow'], queryFn: read });
  return <p>{data}</p>;
}

test('[L9] the dialog closes after money has moved although one answer does not come', async () => {
  answerNetwork().answer(pay, () => ({ Paid: 10 }));
  const read = vi.fn(() => new Promise<string>(() => undefined)).mockResolvedValueOnce('Lido');
  await show(
    <>
      <Payment />
      <Unrelated read={read} />
    </>,
  );
  await expect.element(page.getByText('Lido')).toBeVisible();
  await button('Abrir').click();
  await button('Confirmar 10').click();
  await expect.poll(() => read.mock.calls.length).toBe(2);
  await expect.poll(() => page.getByRole('dialog').elements(), { timeout: 6_000 }).toHaveLength(0);
});
