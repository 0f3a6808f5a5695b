import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerNetwork, refusal } from '#testing/web/network.ts';
import { findViolations } from '#testing/web/find-violations.ts';
import { looksInAll } from '#testing/web/looks.ts';
import { show } from '#testing/web/show.tsx';
import { listInvestments } from '../contract.ts';
import { PrimevaultPage } from './primevault-page.tsx';
import { investmentOf } from './testing/investments.ts';

const active = investmentOf();
const raised = investmentOf({
  Id: '3f2504e0-4f89-41d3-9a0c-0305e82c3302',
  Rate: 32.5,
  Amount: 250,
  Profit: 81.25,
  Progress: 100,
  Status: 'expired',
  Promocode: 'VERAO-26',
});

beforeEach(async () => {
  vi.restoreAllMocks();
  localStorage.clear();
  window.history.replaceState(null, '', '/primevault');
  await page.viewport(1440, 900);
});

function lastQuery(network: ReturnType<typeof answerNetwork>): Record<string, string> {
  const address = network.callsTo(listInvestments).at(-1)?.address ?? '';
  const {
    tz: _tz,
    limit: _limit,
    ...query
  } = Object.fromEntries(new URL(address, window.location.origin).searchParams);
  return query;
}

test('[V1] each investment shows start, return, status, amount, profit, progress, and what comes back when', async () => {
  answerNetwork().answer(listInvestments, () => [active, raised]);
  await show(<PrimevaultPage />, { isStranger: true });
  const cells = async (row: number) => {
    await expect.element(page.getByRole('row').nth(row)).toBeVisible();
    const found = page.getByRole('row').nth(row).getByRole('cell').elements();
    // A figure is also the link to its explanation.
    const shown = found.map((cell) => cell.querySelector('div')?.textContent.replaceAll('\u00a0', ' '));
    return shown.map((text) => text?.replace(/ Lucro acumulado: por que este número$/, ''));
  };
  expect(await cells(1)).toEqual([
    '02/03/2026',
    '30%',
    'Ativo',
    'US$ 1.000,00',
    '+US$ 75,00',
    '25%',
    'US$ 1.300,00em 29/08/2026',
  ]);
  expect((await cells(2)).slice(1, 6)).toEqual(['32,5% VERAO-26', 'Expirado', 'US$ 250,00', '+US$ 81,25', '100%']);
});

test('[V1] a filter changes the list and the address; going back reverts it', async () => {
  const network = answerNetwork().answer(listInvestments, () => [active]);
  await show(<PrimevaultPage />);
  await page.getByLabelText('Status').selectOptions('Expirados');
  await vi.waitFor(() => expect(lastQuery(network)).toEqual({ status: 'expired', order: 'none' }));
  await page.getByLabelText('Ordenar por progresso').selectOptions('Maior primeiro');
  await vi.waitFor(() => expect(lastQuery(network)).toEqual({ status: 'expired', order: 'highest' }));
  expect(window.location.search).toBe('?status=expired&order=highest');
  window.history.back();
  await expect.element(page.getByLabelText('Ordenar por progresso')).toHaveValue('none');
  expect(window.location.search).toBe('?status=expired');
});

test('[V1] applies the minimum and maximum amount on blur or Enter, in local notation', async () => {
  const network = answerNetwork().answer(listInvestments, () => [active]);
  await show(<PrimevaultPage />);
  await page.getByLabelText('Valor mínimo').fill('1.000');
  await userEvent.tab();
  await page.getByLabelText('Valor máximo').fill('2500,50');
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(lastQuery(network)).toMatchObject({ min: '1000', max: '2500.5' }));
  await expect.element(page.getByLabelText('Valor máximo')).toHaveValue('2.500,50');
  await page.getByLabelText('Valor mínimo').fill('muito');
  await userEvent.tab();
  await vi.waitFor(() => expect(lastQuery(network).min).toBeUndefined());
  await expect.element(page.getByLabelText('Valor mínimo')).toHaveValue('muito');
});

test.each([
  ['pt-BR', '02032026', '2026-03-02'],
  ['en', '03022026', '2026-03-02'],
  ['fa', '14041211', '2026-03-02'],
] as const)('[V1] [B7] takes the start date in the calendar of %s', async (language, typed, day) => {
  const network = answerNetwork().answer(listInvestments, () => [active]);
  await show(<PrimevaultPage />, { language });
  await expect.element(page.getByRole('spinbutton').first()).toBeVisible();
  (page.getByRole('spinbutton').first().element() as HTMLElement).focus();
  await userEvent.keyboard(typed);
  await vi.waitFor(() => expect(lastQuery(network).start).toBe(day));
  expect(new URLSearchParams(window.location.search).get('start')).toBe(day);
});

test('[V1] a shared address restores the same view', async () => {
  window.history.replaceState(null, '', '/primevault?start=2026-03-01&min=100&max=2500&status=active&order=lowest');
  const network = answerNetwork().answer(listInvestments, () => [active]);
  await show(<PrimevaultPage />);
  await expect.element(page.getByLabelText('Valor mínimo')).toHaveValue('100,00');
  await expect.element(page.getByLabelText('Status')).toHaveValue('active');
  expect(lastQuery(network)).toEqual({
    start: '2026-03-01',
    min: '100',
    max: '2500',
    status: 'active',
    order: 'lowest',
  });
});

test.each([
  ['pt-BR', 'Valor máximo', 'O valor máximo é menor que o mínimo.', 'Itens não encontrados.'],
  ['fa', 'حداکثر مبلغ', 'حداکثر مبلغ از حداقل مبلغ کمتر است.', 'موردی یافت نشد.'],
] as const)(
  '[V1] [B7] reports a maximum below the minimum at the maximum, in %s',
  async (language, field, said, nothing) => {
    window.history.replaceState(null, '', '/primevault?min=500&max=100');
    const network = answerNetwork().answer(listInvestments, () => []);
    await show(<PrimevaultPage />, { language });
    await expect.element(page.getByLabelText(field)).toHaveAccessibleDescription(said);
    await expect.element(page.getByText(nothing, { exact: false })).toBeVisible();
    expect(lastQuery(network)).toMatchObject({ min: '500', max: '100' });
  },
);

test('[V1] filters that match nothing are cleared with one press', async () => {
  window.history.replaceState(null, '', '/primevault?min=7777');
  answerNetwork().answer(listInvestments, ({ address }) => (address.includes('min=') ? [] : [active]));
  await show(<PrimevaultPage />);
  await expect.element(page.getByRole('status')).toHaveTextContent('Nenhum investimento com estes filtros.');
  await page.getByRole('button', { name: 'Limpar filtros' }).click();
  await expect.element(page.getByText('Ativo', { exact: true })).toBeVisible();
  expect(window.location.search).toBe('');
});

test('[V1] without investments shows the filters, and below them a message; the button for the first one is the one already there while loading', async () => {
  let answer: (investments: []) => void = () => undefined;
  const answered = new Promise<[]>((resolve) => (answer = resolve));
  answerNetwork().answer(listInvestments, () => answered);
  await show(<PrimevaultPage />);
  const way = page.getByRole('button', { name: 'Novo investimento' });
  const before = way.element();
  answer([]);
  await expect.element(page.getByText('Você ainda não tem investimentos no PrimeVault.')).toBeVisible();
  await expect.element(page.getByRole('group', { name: 'Filtros' })).toBeVisible();
  expect(way.element()).toBe(before);
  await way.click();
  await vi.waitFor(() => expect(window.location.search).toBe('?dialog=vault-investment'));
});

test('[V1] loads more when the server has more', async () => {
  answerNetwork().answer(listInvestments, ({ address }) => {
    if (address.includes('after=')) return [raised];
    return Response.json([active], { headers: { Link: '</api/vault/investments?after=abc>; rel="next"' } });
  });
  await show(<PrimevaultPage />);
  await page.getByRole('button', { name: 'Mostrar mais investimentos' }).click();
  await expect.element(page.getByText('VERAO-26')).toBeVisible();
  expect(page.getByRole('row').elements()).toHaveLength(3);
});

test('[V1] reports a list that fails to load and retries on request', async () => {
  const network = answerNetwork().answer(listInvestments, () => refusal(500, 'fault', 'Algo deu errado.'));
  await show(<PrimevaultPage />);
  await expect.element(page.getByRole('alert')).toHaveTextContent('Não foi possível carregar agora.');
  network.answer(listInvestments, () => [active]);
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.element(page.getByText('Ativo', { exact: true })).toBeVisible();
});

test.each(looksInAll(320))(
  '[V1] has no WCAG violations: $theme, $language, $width px',
  async ({ theme, language, width }) => {
    await page.viewport(width, 800);
    answerNetwork().answer(listInvestments, () => [active, { ...raised, Amount: 12_345_678.9 }]);
    await show(
      <main>
        <PrimevaultPage />
      </main>,
      { theme, language },
    );
    await expect.element(page.getByRole('spinbutton').first()).toBeVisible();
    expect(await findViolations()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBe(width);
  },
);
