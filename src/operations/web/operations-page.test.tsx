import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerNetwork, type Network, refusal } from '#testing/web/network.ts';
import { show } from '#testing/web/show.tsx';
import { listAssets, reportOperations } from '../contract.ts';
import { OperationsPage } from './operations-page.tsx';
import { operationOf } from './testing/operations.ts';

const lost = operationOf({
  Id: '9b2f3c1e-4e0f-4a8e-9b1f-0e8a2b6f7c02',
  Asset: 'Metals',
  Pair: 'XAU/USD',
  Payout: -0.000001,
  Profit: -2,
  Product: 'primezord',
  Source: 'sandbox',
});

beforeEach(async () => {
  vi.restoreAllMocks();
  window.history.replaceState(null, '', '/operations');
  await page.viewport(1440, 900);
});

function answerOperations(): Network {
  return answerNetwork()
    .answer(listAssets, () => ['Forex', 'Metals'])
    .answer(reportOperations, ({ address }) => (address.includes('asset=Metals') ? [lost] : [operationOf(), lost]));
}

test("[H2] each operation shows date, asset and payout, and the customer's own result", async () => {
  answerOperations();
  await show(<OperationsPage />);
  const cells = async (row: number) => {
    await expect.element(page.getByRole('row').nth(row)).toBeVisible();
    const found = page.getByRole('row').nth(row).getByRole('cell').elements();
    return found.map((cell) => cell.querySelector('div')?.textContent.replaceAll('\u00a0', ' '));
  };
  expect((await cells(1)).slice(1)).toEqual(['ForexEUR/USD', 'Copytrade', '+1,25%', '+US$ 4,37']);
  expect((await cells(2)).slice(1)).toEqual(['MetaisXAU/USDsandbox', 'Primezord', '-0,000001%', '-US$ 2,00']);
});

test('[H3] labels operations the sandbox made up', async () => {
  answerOperations();
  await show(<OperationsPage />);
  await expect.element(page.getByText(/inventadas para demonstração/)).toBeVisible();
});

test('[H2] shows a skeleton while the operations load', async () => {
  let answer: (rows: ReturnType<typeof operationOf>[]) => void = () => {};
  answerNetwork()
    .answer(listAssets, () => [])
    .answer(reportOperations, () => new Promise((resolve) => void (answer = resolve)));
  await show(<OperationsPage />);
  await expect.element(page.getByText('Carregando')).toBeInTheDocument();
  answer([operationOf()]);
  await expect.element(page.getByText('EUR/USD')).toBeVisible();
});

test('[H2] the asset filter offers the existing assets or all, and its choice is in the URL', async () => {
  const network = answerOperations();
  await show(<OperationsPage />);
  const select = page.getByLabelText('Ativo', { exact: true });
  await expect.element(page.getByText('EUR/USD')).toBeVisible();
  expect(
    select
      .getByRole('option')
      .elements()
      .map((option) => option.textContent),
  ).toEqual(['Todos', 'Forex', 'Metais']);
  await select.selectOptions('Metals');
  expect(window.location.search).toBe('?asset=Metals');
  await expect.element(page.getByText('EUR/USD')).not.toBeInTheDocument();
  await expect.poll(() => network.callsTo(reportOperations).at(-1)?.address).toContain('asset=Metals');
  window.history.back();
  await expect.element(page.getByText('EUR/USD')).toBeVisible();
});

test('[H2] start and end are read from the URL, the last day whole, in the reader’s time zone', async () => {
  window.history.replaceState(null, '', '/operations?start=2026-03-01&end=2026-03-31');
  const network = answerOperations();
  await show(<OperationsPage />);
  await expect.element(page.getByText('EUR/USD')).toBeVisible();
  const asked = new URL(network.callsTo(reportOperations)[0]?.address ?? '', 'http://page').searchParams;
  expect([asked.get('start'), asked.get('end')]).toEqual(['2026-03-01', '2026-04-01']);
  expect(asked.get('tz')).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
  await expect.element(page.getByRole('group', { name: 'De', exact: true })).toHaveTextContent('01/03/2026');
  await expect.element(page.getByRole('group', { name: 'Até', exact: true })).toHaveTextContent('31/03/2026');
});

test('[H2] an empty result leads back to the whole list; an empty list leads to copytrade, below its filters', async () => {
  window.history.replaceState(null, '', '/operations?asset=Crypto');
  let rows: ReturnType<typeof operationOf>[] = [];
  answerNetwork()
    .answer(listAssets, () => [])
    .answer(reportOperations, () => rows);
  await show(<OperationsPage />);
  await page.getByRole('button', { name: 'Limpar filtros' }).click();
  expect(window.location.search).toBe('');
  await expect.element(page.getByRole('link', { name: 'Conhecer o Copytrade' })).toBeVisible();
  await expect.element(page.getByRole('group', { name: 'De', exact: true })).toBeVisible();
  rows = [operationOf()];
});

test('[H2] the next page loads automatically when the server has more', async () => {
  answerNetwork()
    .answer(listAssets, () => [])
    .answer(reportOperations, ({ address }) => {
      if (address.includes('after=')) return [lost];
      return Response.json([operationOf()], { headers: { Link: '</api/report?after=abc>; rel="next"' } });
    });
  await show(<OperationsPage />);
  await expect.element(page.getByText('XAU/USD')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Mostrar mais operações' })).not.toBeInTheDocument();
});

test('[H5] a list that failed to load says so, and can be retried', async () => {
  let isBroken = true;
  answerNetwork()
    .answer(listAssets, () => [])
    .answer(reportOperations, () => (isBroken ? refusal(422, 'invalid_field', 'não deu') : [operationOf()]));
  await show(<OperationsPage />);
  isBroken = false;
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.element(page.getByText('EUR/USD')).toBeVisible();
});

test.each([
  ['pt-BR', 'Itens não encontrados.'],
  ['en', 'Items not found.'],
  ['es', 'No se encontraron elementos.'],
  ['zh-CN', '未找到记录。'],
  ['fa', 'موردی یافت نشد.'],
] as const)('[H2] [B7] shows in %s that a filter matches nothing', async (language, said) => {
  window.history.replaceState(null, '', '/operations?asset=Crypto');
  answerNetwork()
    .answer(listAssets, () => ['Forex'])
    .answer(reportOperations, () => []);
  await show(<OperationsPage />, { language });
  await expect.element(page.getByText(said, { exact: false })).toBeVisible();
});

test('[H2] an end before its start is flagged at the end, stays as typed and is requested as is', async () => {
  window.history.replaceState(null, '', '/operations?start=2026-03-31&end=2026-03-01');
  const network = answerNetwork()
    .answer(listAssets, () => [])
    .answer(reportOperations, () => []);
  await show(<OperationsPage />);
  const end = page.getByRole('group', { name: 'Até', exact: true });
  await expect.element(end).toHaveAccessibleDescription(/“Até” vem antes de “De”: nenhum dia cabe entre os dois\./);
  await expect.element(page.getByText('Itens não encontrados.', { exact: false })).toBeVisible();
  const asked = new URL(network.callsTo(reportOperations)[0]?.address ?? '', 'http://page').searchParams;
  expect([asked.get('start'), asked.get('end')]).toEqual(['2026-03-31', '2026-03-02']);
});
