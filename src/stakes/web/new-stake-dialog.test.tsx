import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerNetwork as answerBare, noConnection, refusal } from '#testing/web/network.ts';
import { show } from '#testing/web/show.tsx';
import { Arrived } from '#money/web/testing/arrived.tsx';
import { readIntent } from '#platform/intents.ts';
import { beginSession, endSession } from '#platform/web/session.ts';
import { noteBusinessTime } from '#platform/web/server-clock.ts';
import { dismissToast, readToasts } from '#platform/web/ui/toasts.ts';
import { openStake, readStakeOffer } from '../contract.ts';
import { NewStakeDialog } from './new-stake-dialog.tsx';
import { offerOf, stakeOf } from './testing/stakes.ts';

const onClose = vi.fn<() => void>();

beforeEach(async () => {
  vi.restoreAllMocks();
  onClose.mockReset();
  for (const { id } of readToasts()) dismissToast(id);
  window.history.replaceState(null, '', '/stake');
  noteBusinessTime('2026-03-02T12:00:00.000Z');
  await page.viewport(1440, 900);
});

const answerNetwork = () => answerBare().answer(readStakeOffer, () => offerOf());

function showDialog(balance = 1000, riskNote = '') {
  return show(<NewStakeDialog isOpen onClose={onClose} balance={balance} />, { site: { riskNote } });
}

async function accept() {
  await page.getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Continuar' }).click();
}

async function choose(period: string, amount: string) {
  await page.getByRole('radio', { name: period }).click();
  await page.getByRole('radio', { name: amount, exact: true }).click();
}

test('[S3] does not continue until the terms are accepted: term, return, early cancellation fee and risk', async () => {
  answerNetwork();
  await showDialog();
  const dialog = page.getByRole('dialog', { name: 'Nova Stake' });
  for (const said of ['30, 60, 180 ou 365 dias', 'de 10% a 300%', 'custa 40%', 'você recebe US$ 60,00', 'risco']) {
    await expect.element(dialog).toHaveTextContent(said);
  }
  await expect.element(page.getByRole('button', { name: 'Continuar' })).toBeDisabled();
  await page.getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Continuar' }).click();
  // Who comes back goes on from what was accepted.
  await page.getByRole('button', { name: 'Voltar' }).click();
  await expect.element(page.getByRole('checkbox')).toHaveFocus();
});

test("[S3] the operator's own risk note replaces the built-in one", async () => {
  answerNetwork();
  await showDialog(1000, 'Leia o prospecto número 7.');
  await expect.element(page.getByText('Leia o prospecto número 7.')).toBeVisible();
  expect(page.getByText('Todo investimento envolve risco', { exact: false }).elements()).toHaveLength(0);
});

test('[S1] the selector offers 30, 60, 180 and 365 days, starting at 30 with no amount', async () => {
  answerNetwork();
  await showDialog();
  await accept();
  const periods = page.getByRole('group', { name: 'Período' }).getByRole('radio');
  expect(periods.elements().map((radio) => radio.closest('label')?.textContent)).toEqual([
    '30 diasrende 10%',
    '60 diasrende 25%',
    '180 diasrende 140%',
    '365 diasrende 300%',
  ]);
  await expect.element(page.getByRole('radio', { name: '30 dias' })).toBeChecked();
  const amounts = page.getByRole('group', { name: 'Valor' }).getByRole('radio');
  expect(amounts.elements()).toHaveLength(11);
  expect(amounts.elements().filter((radio) => (radio as HTMLInputElement).checked)).toHaveLength(0);
});

test('[S3] [G3] shows before the confirm what leaves, the estimated profit, and what comes back on which day', async () => {
  answerNetwork();
  await showDialog(1000);
  await accept();
  await choose('60 dias', 'US$ 300');
  const facts = page.getByRole('dialog');
  await expect.element(facts).toHaveTextContent('Sai do seu saldo agoraUS$ 300,00');
  await expect.element(facts).toHaveTextContent('Lucro estimado (25%)+US$ 75,00');
  await expect
    .element(facts)
    .toHaveTextContent('O lucro de US$ 75,00 é separado na tesouraria no momento em que você confirma');
  await expect.element(facts).toHaveTextContent('Volta ao seu saldo em 1 de mai. de 2026US$ 375,00');
  await expect.element(facts).toHaveTextContent('Saldo depois de aplicarUS$ 700,00');
  await expect.element(page.getByRole('button', { name: 'Aplicar US$ 300,00' })).toBeVisible();
});

test('[S4] without a valid amount for the period shows an error and sends nothing', async () => {
  const network = answerNetwork();
  await showDialog();
  await accept();
  await page.getByRole('button', { name: 'Escolha um valor' }).click();
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Escolha um valor válido para o período selecionado.');
  expect(network.callsTo(openStake)).toHaveLength(0);
});

test('[S4] deselects an amount that the new period does not accept', async () => {
  answerNetwork();
  await showDialog();
  await accept();
  await choose('60 dias', 'US$ 500');
  await page.getByRole('radio', { name: '30 dias' }).click();
  await expect.element(page.getByText('Escolha um valor para ver quanto volta e quando.')).toBeVisible();
});

test('[S6] reports a created stake and closes', async () => {
  const network = answerNetwork().answer(openStake, () => stakeOf());
  await showDialog();
  await accept();
  await choose('60 dias', 'US$ 300');
  await page.getByRole('button', { name: 'Aplicar US$ 300,00' }).click();
  await expect.element(page.getByText('Stake criada com sucesso!')).toBeVisible();
  expect(onClose).toHaveBeenCalledOnce();
  const [call] = network.callsTo(openStake);
  expect(call?.body).toEqual({ amount: 300, time_stake: 60 });
  expect(call?.headers.get('quoted-rate')).toBe('25');
  expect(call?.headers.get('quoted-fee')).toBe('40');
  expect(call?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/);
});

test("[S6] shows a refusal in the server's words, else Erro ao criar stake.", async () => {
  const network = answerNetwork().answer(openStake, () => refusal(409, 'no_capacity', 'Sem capacidade agora.'));
  await showDialog();
  await accept();
  await choose('60 dias', 'US$ 300');
  await page.getByRole('button', { name: 'Aplicar US$ 300,00' }).click();
  await expect.element(page.getByText('Sem capacidade agora.')).toBeVisible();
  network.answer(openStake, () => new Response('<html>', { status: 400 }));
  await page.getByRole('button', { name: 'Aplicar US$ 300,00' }).click();
  await expect.element(page.getByText('Erro ao criar stake.')).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
});

test('[S6] a lost answer shows Erro inesperado ao criar stake., and a retry requests the same stake', async () => {
  const network = answerNetwork()
    .answer(openStake, noConnection)
    .answer(readIntent, () => ({ State: 'none' as const, Answer: null }));
  await showDialog();
  await accept();
  await choose('60 dias', 'US$ 300');
  await page.getByRole('button', { name: 'Aplicar US$ 300,00' }).click();
  await expect.element(page.getByText('Erro inesperado ao criar stake.')).toBeVisible();
  network.answer(openStake, () => stakeOf());
  await page.getByRole('button', { name: 'Enviar de novo' }).click();
  await expect.element(page.getByText('Stake criada com sucesso!')).toBeVisible();
  const keys = network.callsTo(openStake).map((call) => call.headers.get('Idempotency-Key'));
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});

test('[S3] too low a balance shows the shortfall and leads to bringing exactly that', async () => {
  answerNetwork();
  await showDialog(120.5);
  await accept();
  await choose('60 dias', 'US$ 300');
  await expect.element(page.getByText('Seu saldo é de US$ 120,50: você precisa de mais US$ 179,50.')).toBeVisible();
  await page.getByRole('button', { name: 'Trazer US$ 179,50' }).click();
  await vi.waitFor(() => expect(window.location.search).toBe('?dialog=deposit&subject=179.50'));
});

test('[S3] after the missing amount is brought, the same step has the same choice; otherwise the dialog begins anew', async () => {
  answerNetwork();
  beginSession('a-token');
  window.history.replaceState(null, '', '/stake?dialog=new-stake');
  const first = await showDialog(120.5);
  await accept();
  await choose('60 dias', 'US$ 300');
  await page.getByRole('button', { name: 'Trazer US$ 179,50' }).click();
  await vi.waitFor(() => expect(window.location.search).toBe('?dialog=deposit&subject=179.50'));
  await first.unmount();
  window.history.replaceState(null, '', '/stake?dialog=deposit&subject=180.00');
  const other = await show(<Arrived />);
  expect(page.getByRole('button', { name: 'Continuar' }).elements()).toEqual([]);
  await other.unmount();
  window.history.replaceState(null, '', '/stake?dialog=deposit&subject=179.50');
  const arrived = await show(<Arrived />);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await vi.waitFor(() => expect(window.location.search).toBe('?dialog=new-stake'));
  await arrived.unmount();
  const again = await showDialog(300);
  await expect.element(page.getByRole('radio', { name: '60 dias' })).toBeChecked();
  await expect.element(page.getByRole('button', { name: 'Aplicar US$ 300,00' })).toBeVisible();
  await again.unmount();
  await showDialog(300);
  await accept();
  await expect.element(page.getByRole('radio', { name: '30 dias' })).toBeChecked();
  await expect.element(page.getByRole('button', { name: 'Escolha um valor' })).toBeVisible();
  endSession('logged-out');
});

test('[S3] a simulation in the address does not change what the dialog opens with, unless its button was pressed', async () => {
  answerNetwork();
  window.history.replaceState(null, '', '/dashboard?simulate=stake-60-300&dialog=new-stake');
  const plain = await showDialog();
  await accept();
  await expect.element(page.getByRole('radio', { name: '30 dias' })).toBeChecked();
  await expect.element(page.getByRole('button', { name: 'Escolha um valor' })).toBeVisible();
  await plain.unmount();
  window.history.replaceState(null, '', '/dashboard?simulate=stake-60-300&dialog=new-stake&subject=simulated');
  await showDialog();
  await accept();
  await expect.element(page.getByRole('button', { name: 'Aplicar US$ 300,00' })).toBeVisible();
});

test('[G2] shows the available balance above the amounts and the shortfall beside larger ones, which stay selectable', async () => {
  answerNetwork();
  await showDialog(70);
  await accept();
  const amounts = page.getByRole('group', { name: 'Valor' });
  await expect.element(amounts).toHaveAccessibleDescription(/^Disponível: US\$\s70,00$/);
  const choice = (name: string) => amounts.getByRole('radio', { name, exact: true });
  await expect.element(choice('US$ 100')).toHaveAccessibleDescription(/^faltam US\$\s30,00$/);
  await expect.element(amounts.getByText('faltam US$ 30,00')).toBeVisible();
  await expect.element(choice('US$ 70')).not.toHaveAccessibleDescription();
  await choice('US$ 100').click();
  await expect.element(choice('US$ 100')).toBeChecked();
});

test('[R6] offers what the server says: another period, its return and its amounts', async () => {
  const network = answerBare().answer(readStakeOffer, () =>
    offerOf({ Periods: [{ Days: 45, Rate: 12.5, Amounts: [200], Offered: true }], CancelFee: 7.5 }),
  );
  await showDialog();
  await expect.element(page.getByRole('dialog')).toHaveTextContent('de 12,5% a 12,5%');
  await expect.element(page.getByRole('dialog')).toHaveTextContent('custa 7,5%');
  await expect.element(page.getByRole('dialog')).toHaveTextContent('você recebe US$ 92,50');
  await accept();
  await choose('45 dias', 'US$ 200');
  network.answer(openStake, () => refusal(409, 'terms_changed', 'O rendimento mudou.'));
  network.answer(readStakeOffer, () => offerOf({ Periods: [{ Days: 45, Rate: 11, Amounts: [200], Offered: true }] }));
  await page.getByRole('button', { name: 'Aplicar US$ 200,00' }).click();
  await expect.element(page.getByText('O rendimento mudou.')).toBeVisible();
  await expect.element(page.getByRole('dialog')).toHaveTextContent('Lucro estimado (11%)+US$ 22,00');
  expect(network.callsTo(openStake)[0]?.headers.get('quoted-rate')).toBe('12.5');
  expect(network.callsTo(openStake)[0]?.headers.get('quoted-fee')).toBe('7.5');
});
