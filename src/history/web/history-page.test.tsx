import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { findViolations } from '#testing/web/find-violations.ts';
import { answerNetwork, refusal } from '#testing/web/network.ts';
import { show } from '#testing/web/show.tsx';
import { listLicences } from '#copytrade/contract.ts';
import { shownSum } from '#money/shown.ts';
import { readFigures } from '#money/testing/read-figures.ts';
import { reportOperations } from '#operations/contract.ts';
import { operationOf } from '#operations/web/testing/operations.ts';
import { listInvestments } from '#primezord/contract.ts';
import { listStakes } from '#stakes/contract.ts';
import { listTransfers, reportWithdrawals } from '#wallet/contract.ts';
import { depositOf } from '#wallet/web/testing/transfers.ts';
import { readStatement } from '../contract.ts';
import { HistoryScreen } from '#app/web/history-screen.tsx';

const id = '9b2f3c1e-4e0f-4a8e-9b1f-0e8a2b6f7c02';

const stake = {
  Id: id,
  Start: '2026-03-02T12:00:00.000Z',
  End: '2026-04-01T12:00:00.000Z',
  Days: 30,
  Rate: 10,
  CancelFee: 40,
  Amount: 300,
  Profit: 12.5,
  Progress: 41,
  Status: 'in_progress' as const,
};

beforeEach(async () => {
  vi.restoreAllMocks();
  window.history.replaceState(null, '', '/history');
  await page.viewport(1440, 900);
});

test('[H1] opens on the statement, and shows it, the yearly statements, the deposits and eight more tabs, each with its own URL', async () => {
  answerNetwork()
    .answer(listLicences, () => [])
    .answer(listStakes, () => [stake]);
  await show(<HistoryScreen />);
  const tabs = page.getByRole('navigation', { name: 'Histórico' }).getByRole('link');
  await expect.element(tabs.first()).toBeVisible();
  expect(tabs.elements().map((tab) => tab.textContent)).toEqual([
    'Extrato',
    'Por ano',
    'CopyTrade',
    'Stakes',
    'Operações',
    'Depósitos',
    'Saques',
    'Bônus',
    'Residual',
    'Primezord',
    'Vault',
  ]);
  await expect.element(tabs.first()).toHaveAttribute('aria-current', 'page');
  await page.getByRole('link', { name: 'Stakes' }).click();
  expect(window.location.search).toBe('?tab=stakes');
  await expect.element(page.getByText('Em andamento')).toBeVisible();
  await expect.element(page.getByText('US$ 300,00')).toBeVisible();
});

test('[H1] requests the start and end in the URL, including the whole last day', async () => {
  window.history.replaceState(null, '', '/history?tab=stakes&start=2026-03-01&end=2026-03-31');
  const network = answerNetwork().answer(listStakes, () => [stake]);
  await show(<HistoryScreen />);
  await expect.element(page.getByText('US$ 300,00')).toBeVisible();
  const asked = new URL(network.callsTo(listStakes)[0]?.address ?? '', 'http://page').searchParams;
  expect([asked.get('start'), asked.get('end')]).toEqual(['2026-03-01', '2026-04-01']);
  await page.getByRole('button', { name: 'Limpar datas' }).click();
  await expect.element(page.getByRole('region', { name: 'Stakes' })).toHaveFocus();
  expect(window.location.search).toBe('?tab=stakes');
});

test('[H1] deposits show what left the brokerage, the status and the reason', async () => {
  window.history.replaceState(null, '', '/history?tab=deposits&start=2026-03-01');
  const network = answerNetwork().answer(listTransfers, () => [
    depositOf({ Status: 'canceled', Notes: 'Sem saldo na corretora.' }),
  ]);
  await show(<HistoryScreen />);
  const row = page.getByRole('row').nth(1);
  for (const said of ['Cancelado', 'US$ 100,00', 'R$ 543,21', 'Sem saldo na corretora.'])
    await expect.element(row).toHaveTextContent(said);
  const asked = new URL(network.callsTo(listTransfers)[0]?.address ?? '', 'http://page').searchParams;
  expect([asked.get('direction'), asked.get('start')]).toEqual(['deposit', '2026-03-01']);
});

test('[H1] on a phone a bar and a shade show that there are more tabs than fit', async () => {
  await page.viewport(360, 740);
  await show(<HistoryScreen />);
  const tabs = page.getByRole('navigation', { name: 'Histórico' }).getByRole('list');
  await expect.element(tabs).toBeVisible();
  const { scrollWidth, clientWidth } = tabs.element() as HTMLElement;
  expect(scrollWidth).toBeGreaterThan(clientWidth);
  const { scrollbarWidth, backgroundAttachment } = getComputedStyle(tabs.element());
  expect([scrollbarWidth, backgroundAttachment]).toEqual(['thin', 'local, local, scroll, scroll']);
});

test('[H1] withdrawals show what arrives, the status and the reason', async () => {
  window.history.replaceState(null, '', '/history?tab=withdrawals');
  answerNetwork().answer(reportWithdrawals, () => [
    {
      Id: id,
      Date: '2026-03-02T12:00:00.000Z',
      Amount: 100,
      Currency: 'usdt' as const,
      Rate: 1,
      Fee: 2,
      Net: 98,
      Status: 'canceled' as const,
      Notes: 'A corretora recusou.',
      Reviewed: false,
    },
  ]);
  await show(<HistoryScreen />);
  await expect.element(page.getByText('98,00 USDT')).toBeVisible();
  await expect.element(page.getByText('Cancelado')).toBeVisible();
  await expect.element(page.getByText('A corretora recusou.')).toBeVisible();
});

test.each([
  ['pt-BR', 'R$ 1.543,83', '98,50 USDT'],
  ['en', 'R$1,543.83', '98.50 USDT'],
  ['es', 'R$ 1.543,83', '98,50 USDT'],
  ['zh-CN', 'R$1,543.83', '98.50 USDT'],
  ['fa', '\u200eR$۱٬۵۴۳٫۸۳', '۹۸٫۵۰ USDT'],
] as const)('[H1] [B7] what a withdrawal brings is formatted as in %s', async (language, reais, usdt) => {
  window.history.replaceState(null, '', '/history?tab=withdrawals');
  const row = { Date: '2026-03-02T12:00:00.000Z', Amount: 300, Fee: 0, Notes: '', Reviewed: false };
  answerNetwork().answer(reportWithdrawals, () => [
    { ...row, Id: id, Currency: 'brl' as const, Rate: 5.1461, Net: 1543.83, Status: 'complete' as const },
    { ...row, Id: id.replace(/^9/, '8'), Currency: 'usdt' as const, Rate: 1, Net: 98.5, Status: 'complete' as const },
  ]);
  await show(<HistoryScreen />, { language });
  const rows = () => page.getByRole('row').elements().slice(1);
  await expect.poll(() => rows().length).toBe(2);
  const [first, second] = rows().map((each) => each.textContent?.replaceAll('\u00a0', ' '));
  expect(first).toContain(reais);
  expect(first).not.toContain('BRL');
  expect(second).toContain(usdt);
});

test('[H1] [H3] an operation shows its product, and that the sandbox made it up, as on the operations screen', async () => {
  window.history.replaceState(null, '', '/history?tab=operations');
  answerNetwork().answer(reportOperations, () => [
    operationOf({ Product: 'primezord', Source: 'sandbox', Asset: 'Metals', Pair: 'XAU/USD' }),
    operationOf({ Id: '9b2f3c1e-4e0f-4a8e-9b1f-0e8a2b6f7c09' }),
  ]);
  await show(<HistoryScreen />);
  const row = (at: number) => page.getByRole('row').nth(at);
  await expect.element(row(1)).toHaveTextContent('MetaisXAU/USDsandbox');
  await expect.element(row(1)).toHaveTextContent('Primezord');
  await expect.element(row(2)).toHaveTextContent('Copytrade');
  await expect.element(row(2)).not.toHaveTextContent('sandbox');
});

test.each([
  ['pt-BR', 'Itens não encontrados.', 'Nada por aqui neste período.'],
  ['en', 'Items not found.', 'Nothing here in this period.'],
  ['es', 'No se encontraron elementos.', 'Nada por aquí en este período.'],
  ['zh-CN', '未找到记录。', '此期间没有记录。'],
  ['fa', 'موردی یافت نشد.', 'در این بازه چیزی نیست.'],
] as const)('[H1] [B7] an empty span says that nothing was found, in %s', async (language, found, never) => {
  window.history.replaceState(null, '', '/history?tab=stakes&start=2026-03-01');
  answerNetwork().answer(listStakes, () => []);
  await show(<HistoryScreen />, { language });
  await expect.element(page.getByText(found)).toBeVisible();
  window.history.replaceState(null, '', '/history?tab=stakes');
  window.dispatchEvent(new PopStateEvent('popstate'));
  await expect.element(page.getByText(never)).toBeVisible();
});

test('[H1] an end before its start is reported at the end, and no other days are requested', async () => {
  window.history.replaceState(null, '', '/history?tab=stakes&start=2026-03-31&end=2026-03-01');
  const network = answerNetwork().answer(listStakes, () => []);
  await show(<HistoryScreen />);
  const end = page.getByRole('group', { name: 'Até', exact: true });
  await expect.element(end).toHaveAccessibleDescription(/“Até” vem antes de “De”: nenhum dia cabe entre os dois\./);
  await expect.element(page.getByText('Itens não encontrados.')).toBeVisible();
  const asked = new URL(network.callsTo(listStakes)[0]?.address ?? '', 'http://page').searchParams;
  expect([asked.get('start'), asked.get('end')]).toEqual(['2026-03-31', '2026-03-02']);
  expect(window.location.search).toBe('?tab=stakes&start=2026-03-31&end=2026-03-01');
});

test('[L7] [H1] the fee and what arrives add up to a withdrawal’s amount, however odd it is', async () => {
  window.history.replaceState(null, '', '/history?tab=withdrawals');
  const odd = {
    Id: id,
    Date: '2026-03-02T12:00:00.000Z',
    Currency: 'usdt' as const,
    Rate: 1,
    Notes: '',
    Reviewed: false,
  };
  answerNetwork().answer(reportWithdrawals, () => [
    { ...odd, Amount: 10.33, Fee: 0.2066, Net: 10.1234, Status: 'complete' as const },
  ]);
  await show(<HistoryScreen />);
  for (const said of ['US$ 10,33', 'US$ 0,2066', '10,1234 USDT'])
    await expect.element(page.getByText(said)).toBeVisible();
});

test('[L7] [H4] the statement’s lines lead from one balance to the next, to the cent', async () => {
  window.history.replaceState(null, '', '/history?tab=statement');
  const changes = [500, 0.333333, 0.333333, -100.01, 0.333334, 2.253085];
  let balance = 0;
  const lines = changes.map((change, at) => {
    balance = Number((balance + change).toFixed(6));
    const said = { Kind: 'other', Description: `Linha ${at}`, Reference: null, Date: '2026-03-02T12:00:00.000Z' };
    return { ...said, Id: String(at), Amount: change, Balance: balance, Own: at % 2 === 0 };
  });
  answerNetwork().answer(readStatement, () => lines.toReversed());
  await show(<HistoryScreen />);
  await expect.element(page.getByText('Linha 0')).toBeVisible();
  const rows = page.getByRole('row').elements().slice(1).toReversed();
  let shown = 0;
  for (const row of rows) {
    const [change = Number.NaN, after] = readFigures(row.textContent ?? '');
    shown = shownSum(shown, change);
    expect(shown).toBe(after);
  }
  expect([rows.length, shown]).toEqual([6, 403.24]);
});

test('[H4] the statement shows the balance after each posting, and is offered as a file', async () => {
  window.history.replaceState(null, '', '/history?tab=statement');
  answerNetwork().answer(readStatement, () => [
    {
      Id: '7',
      Date: '2026-03-02T12:00:00.000Z',
      Kind: 'stake_opened',
      Description: 'Stake aberta',
      Reference: id,
      Amount: -300,
      Balance: 200,
      Own: true,
    },
  ]);
  await show(<HistoryScreen />);
  await expect.element(page.getByText('Stake aberta')).toBeVisible();
  await expect.element(page.getByText('US$ 200,00')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Baixar CSV' })).toBeVisible();
  // Own money invested: signed, but not in the colour of a loss.
  const change = page.getByText(/^-US\$\s300,00$/);
  await expect.element(change).toBeVisible();
  expect(change.element().closest('[data-direction]')).toBeNull();
});

test.each([
  'stake_withheld',
  'primevault_withheld',
  'reversed_withholding',
  'remainder_given_up',
  'reversed_withdrawal',
  'primezord_subscribed',
])('[H4] %s is a cost, not a loss: signed, but not in the colour of a loss', async (Kind) => {
  window.history.replaceState(null, '', '/history?tab=statement');
  const line = { Id: '7', Date: '2026-03-02T12:00:00.000Z', Reference: id, Own: false, Balance: 200 };
  answerNetwork().answer(readStatement, () => [
    { ...line, Kind, Description: 'Um custo', Amount: -13.13 },
    { ...line, Id: '6', Kind: 'copytrade_matured', Description: 'Um resultado', Amount: -5 },
  ]);
  await show(<HistoryScreen />);
  const [cost, loss] = [page.getByText(/^-US\$\s13,13$/), page.getByText(/^-US\$\s5,00$/)];
  await expect.element(cost).toBeVisible();
  expect(cost.element().closest('[data-direction]')).toBeNull();
  expect(loss.element().closest('[data-direction]')?.getAttribute('data-direction')).toBe('loss');
});

test('[H1] a customer who never had the bot sees an empty history, not a failure', async () => {
  window.history.replaceState(null, '', '/history?tab=primezord');
  answerNetwork().answer(listInvestments, () => refusal(403, 'bot_required', 'Assine'));
  await show(<HistoryScreen />);
  await expect.element(page.getByText('Nada por aqui neste período.')).toBeVisible();
});

test('[H5] a list that failed to load says so, and is refetched on request', async () => {
  window.history.replaceState(null, '', '/history?tab=stakes');
  let isBroken = true;
  answerNetwork().answer(listStakes, () => (isBroken ? refusal(422, 'invalid_field', 'não deu') : [stake]));
  await show(<HistoryScreen />);
  isBroken = false;
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.element(page.getByText('US$ 300,00')).toBeVisible();
});

test('[H1] has no accessibility violations on desktop and phone', async () => {
  window.history.replaceState(null, '', '/history?tab=stakes');
  answerNetwork().answer(listStakes, () => [stake]);
  await show(
    <main>
      <HistoryScreen />
    </main>,
  );
  await expect.element(page.getByText('US$ 300,00')).toBeVisible();
  expect(await findViolations()).toEqual([]);
  await page.viewport(360, 740);
  expect(await findViolations()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});
