import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { TestApprovalStep } from '#testing/web/approval-step.tsx';
import { answerNetwork, noConnection, refusal } from '#testing/web/network.ts';
import { show } from '#testing/web/show.tsx';
import { readIntent } from '#platform/intents.ts';
import { dismissToast, readToasts } from '#platform/web/ui/toasts.ts';
import { readRecord } from '#payouts/record-contract.ts';
import { recordOf } from '#payouts/web/testing/records.ts';
import { readBotSettings, subscribe } from '../contract.ts';
import { SubscribeDialog } from './subscribe-dialog.tsx';
import { botSettings } from './testing/bot.ts';

const onClose = vi.fn<() => void>();
const onSubscribed = vi.fn<() => void>();

beforeEach(async () => {
  vi.restoreAllMocks();
  onClose.mockReset();
  onSubscribed.mockReset();
  for (const { id } of readToasts()) dismissToast(id);
  window.history.replaceState(null, '', '/dashboard?dialog=bot-subscribe');
  await page.viewport(1440, 900);
});

function showDialog({ balance = 200, hasBot = false, riskNote = '' } = {}) {
  return show(
    <SubscribeDialog
      isOpen
      onClose={onClose}
      balance={balance}
      hasBot={hasBot}
      onSubscribed={onSubscribed}
      ApprovalStep={TestApprovalStep}
    />,
    { site: { riskNote } },
  );
}

const goOn = () => page.getByRole('button', { name: 'Continuar' }).click();
const confirm = page.getByRole('button', { name: 'Confirmar US$ 50,00' });

test('[Z1] the intro shows the three benefits and warns of losses', async () => {
  answerNetwork().answer(readBotSettings, () => botSettings);
  await showDialog({ riskNote: 'Leia o prospecto número 7.' });
  const dialog = page.getByRole('dialog', { name: 'Assinar o Primezord' });
  for (const said of [
    'Passo 1 de 2',
    'Robôs de alta performance',
    'Relatórios de resultado em tempo real',
    'Integração total com a sua conta',
    'você pode ganhar ou perder',
    'Leia o prospecto número 7.',
  ]) {
    await expect.element(dialog).toHaveTextContent(said);
  }
});

test('[G3] shows the record before the price: result, worst drawdown, number of operations, as chart and table', async () => {
  const network = answerNetwork()
    .answer(readBotSettings, () => botSettings)
    .answer(readRecord, () => recordOf({ Product: 'primezord' }));
  await showDialog();
  const record = page.getByRole('dialog').getByRole('region', { name: 'Histórico das operações' });
  for (const said of ['Últimos 30 dias-2,50%', 'Últimos 90 dias+5,25%', 'Pior queda-11,75%', 'Operações120']) {
    await expect.element(record).toHaveTextContent(said);
  }
  await expect.element(record.getByRole('slider')).toBeInTheDocument();
  await expect.element(record.getByText('Ver os números dia a dia')).toBeVisible();
  expect(network.callsTo(readRecord)[0]?.address).toContain('product=primezord');
  expect(network.callsTo(subscribe)).toHaveLength(0);
});

test('[Z1] the confirmation shows the price, the remaining balance, and that it cannot be undone', async () => {
  answerNetwork().answer(readBotSettings, () => ({ ...botSettings, EntryFee: 75.5 }));
  await showDialog();
  await goOn();
  const dialog = page.getByRole('dialog');
  for (const said of [
    'A assinatura custa US$ 75,50, pagos uma única vez.',
    'Sai do seu saldo agoraUS$ 75,50',
    'Saldo depois de assinarUS$ 124,50',
    'Esta ação não pode ser desfeita',
  ]) {
    await expect.element(dialog).toHaveTextContent(said);
  }
  await expect.element(page.getByRole('button', { name: 'Confirmar US$ 75,50' })).toBeEnabled();
});

test('[Z1] confirming subscribes once, reports success and opens the bot', async () => {
  const network = answerNetwork()
    .answer(readBotSettings, () => botSettings)
    .answer(subscribe, () => ({ Hasbot: true as const }));
  await showDialog();
  await goOn();
  await confirm.click();
  await expect.element(page.getByText('Assinatura efetuada com sucesso')).toBeVisible();
  expect(onSubscribed).toHaveBeenCalledOnce();
  expect(network.callsTo(subscribe)).toHaveLength(1);
  expect(network.callsTo(subscribe)[0]?.headers.get('Idempotency-Key')).toBeTruthy();
});

test('[Z1] a price that changed before the confirm is shown and confirmed again, never charged unseen', async () => {
  let EntryFee = 50;
  const network = answerNetwork()
    .answer(readBotSettings, () => ({ ...botSettings, EntryFee }))
    .answer(subscribe, ({ headers }) =>
      headers.get('quoted-fee') === '75.5'
        ? { Hasbot: true as const }
        : refusal(409, 'fee_changed', 'O preço da assinatura mudou.'),
    );
  await showDialog();
  await goOn();
  await expect.element(confirm).toBeEnabled();
  EntryFee = 75.5;
  await confirm.click();
  await expect.element(page.getByText('O preço da assinatura mudou.')).toBeVisible();
  await page.getByRole('button', { name: 'Confirmar US$ 75,50' }).click();
  await vi.waitFor(() => expect(onSubscribed).toHaveBeenCalledOnce());
  expect(network.callsTo(subscribe).map(({ headers }) => headers.get('quoted-fee'))).toEqual(['50', '75.5']);
});

test.each(['intro', 'confirm'])('[Z1] Cancel at the step %s closes the dialog and pays nothing', async (step) => {
  const network = answerNetwork().answer(readBotSettings, () => botSettings);
  await showDialog();
  if (step === 'confirm') await goOn();
  await page.getByRole('button', { name: 'Cancelar' }).click();
  expect(onClose).toHaveBeenCalledOnce();
  expect(network.callsTo(subscribe)).toHaveLength(0);
});

test('[Z3] without the price shows Erro ao buscar valor da assinatura and cannot be confirmed', async () => {
  const network = answerNetwork().answer(readBotSettings, () => refusal(500, 'fault', 'Algo deu errado.'));
  await showDialog();
  await goOn();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Erro ao buscar valor da assinatura');
  expect(page.getByRole('button', { name: 'Confirmar' }).elements()).toEqual([]);
  network.answer(readBotSettings, () => botSettings);
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.element(confirm).toBeEnabled();
});

test("[Z3] shows a refusal in the server's words, else Erro., and retries a lost answer under one key", async () => {
  const network = answerNetwork()
    .answer(readBotSettings, () => botSettings)
    .answer(subscribe, () => refusal(422, 'insufficient_balance', 'Seu saldo não é suficiente.'));
  await showDialog();
  await goOn();
  await confirm.click();
  await expect.element(page.getByText('Seu saldo não é suficiente.')).toBeVisible();
  network.answer(subscribe, noConnection).answer(readIntent, () => ({ State: 'none' as const, Answer: null }));
  await confirm.click();
  await expect.element(page.getByText('Erro.', { exact: true })).toBeVisible();
  network.answer(subscribe, () => new Response('<html>', { status: 400 }));
  await page.getByRole('button', { name: 'Enviar de novo' }).click();
  await vi.waitFor(() => expect(network.callsTo(subscribe)).toHaveLength(3));
  const [refused, lost, again] = network.callsTo(subscribe).map(({ headers }) => headers.get('Idempotency-Key'));
  expect(again).toBe(lost);
  expect(lost).not.toBe(refused);
  expect(onSubscribed).not.toHaveBeenCalled();
});

test('[Z1] [L11] the second factor is the last step where there is one, and its approval goes with the subscription', async () => {
  const network = answerNetwork()
    .answer(readBotSettings, () => botSettings)
    .answer(subscribe, ({ headers }) =>
      headers.has('second-key-approval')
        ? { Hasbot: true as const }
        : refusal(403, 'second_key_required', 'Confirme com sua segunda chave.', { methods: ['app'] }),
    );
  await showDialog();
  await goOn();
  await confirm.click();
  await expect.element(page.getByText('{"input":{"purpose":"subscribe","amount":50},"methods":["app"]}')).toBeVisible();
  await page.getByRole('button', { name: 'Voltar' }).click();
  await confirm.click();
  await page.getByRole('button', { name: 'Mostrar' }).click();
  await vi.waitFor(() => expect(onSubscribed).toHaveBeenCalledOnce());
  const [, , last] = network.callsTo(subscribe);
  expect(last?.headers.get('second-key-approval')).toMatch(/^approval-/);
  expect(last?.headers.get('quoted-fee')).toBe('50');
});

test('[Z1] too low a balance shows the shortfall and leads to bringing exactly that', async () => {
  answerNetwork().answer(readBotSettings, () => botSettings);
  await showDialog({ balance: 12.345 });
  await goOn();
  await expect
    .element(page.getByRole('dialog'))
    .toHaveTextContent('Seu saldo é de US$ 12,34: você precisa de mais US$ 37,66.');
  await page.getByRole('button', { name: 'Trazer US$ 37,66' }).click();
  await vi.waitFor(() => expect(window.location.search).toBe('?dialog=deposit&subject=37.66'));
});

test('[Z1] a subscription made elsewhere meanwhile opens the bot', async () => {
  answerNetwork()
    .answer(readBotSettings, () => botSettings)
    .answer(subscribe, () => refusal(409, 'already_subscribed', 'Você já assina o Primezord.'));
  await showDialog();
  await goOn();
  await confirm.click();
  await vi.waitFor(() => expect(onSubscribed).toHaveBeenCalledOnce());
});

test('[Z1] a customer with the bot is not asked to pay again', async () => {
  answerNetwork();
  await showDialog({ hasBot: true });
  await expect.element(page.getByText('Você já assina o Primezord.')).toBeVisible();
  await page.getByRole('button', { name: 'Abrir o Primezord' }).click();
  expect(onSubscribed).toHaveBeenCalledOnce();
});
