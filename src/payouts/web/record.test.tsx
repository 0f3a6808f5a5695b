import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { findViolations } from '#testing/web/find-violations.ts';
import { answerNetwork, type Network, refusal } from '#testing/web/network.ts';
import { show } from '#testing/web/show.tsx';
import { listRecord, readRecord } from '../record-contract.ts';
import { RecordCard } from './record-card.tsx';
import { recordedOperationOf, recordOf } from './testing/records.ts';

let network: Network;
beforeEach(async () => {
  vi.restoreAllMocks();
  await page.viewport(1440, 900);
  network = answerNetwork()
    .answer(readRecord, () => recordOf())
    .answer(listRecord, () => [
      recordedOperationOf(),
      recordedOperationOf({ Id: crypto.randomUUID(), Source: 'sandbox' }),
    ]);
});

const card = page.getByRole('region', { name: 'Histórico das operações' });

test('[G3] shows thirty and ninety days, the maximum drawdown and the number of operations', async () => {
  await show(<RecordCard product="copytrade" />);
  for (const said of [
    'Últimos 30 dias-2,50%41 operações',
    'Últimos 90 dias+5,25%120 operações',
    'Pior queda-11,75%em 90 dias',
    'Operações120Com ganho: 71',
  ]) {
    await expect.element(card).toHaveTextContent(said);
  }
  expect(network.callsTo(readRecord)[0]?.address).toContain('product=copytrade');
  await expect.element(card).not.toHaveTextContent('inventadas');
});

test('[G3] a record shorter than its span shows its start date', async () => {
  network.answer(readRecord, () => recordOf({ Since: '2026-01-10T12:00:00.000Z' }));
  await show(<RecordCard product="copytrade" />);
  await expect.element(card).toHaveTextContent('Últimos 30 dias-2,50%41 operações');
  await expect.element(card).toHaveTextContent('Últimos 90 dias+5,25%desde 10 de jan. de 2026');
});

test('[G3] operations made up by the sandbox are labelled, above the list and on each of them', async () => {
  network.answer(readRecord, () => recordOf({ Sandbox: true }));
  await show(<RecordCard product="copytrade" />);
  await expect.element(card).toHaveTextContent('foram inventadas para demonstração');
  await card.getByText('Ver as operações').click();
  const rows = page.getByRole('region', { name: 'Operações', exact: true }).getByRole('row');
  await expect.element(rows.nth(1)).toHaveTextContent('EUR/USD');
  await expect.element(rows.nth(1)).not.toHaveTextContent('sandbox');
  await expect.element(rows.nth(2)).toHaveTextContent('sandbox');
  await expect.element(rows.nth(1)).toHaveTextContent('-1,25%');
});

test('[G3] the chart can be read day by day with the keyboard, and the table shows the same', async () => {
  await show(<RecordCard product="copytrade" />);
  // On the axis, a day of another year shows its year; one of this year does not.
  for (const named of ['2 de dez. de 2025', '2 de mar.'])
    await expect.element(card.getByText(named, { exact: true })).toBeInTheDocument();
  const day = card.getByRole('slider', { name: 'Dia mostrado no gráfico' });
  await expect.element(day).toHaveAttribute('aria-valuetext', expect.stringContaining('2 de mar. de 2026: +5,25%'));
  (day.element() as HTMLElement).focus();
  await userEvent.keyboard('{Home}');
  await expect.element(day).toHaveAttribute('aria-valuetext', expect.stringContaining('2 de dez. de 2025: 0,00%'));
  await card.getByText('Ver os números dia a dia').click();
  await expect
    .element(
      page.getByRole('table', { name: 'Resultado dia a dia' }).getByRole('row', { name: '2 de mar. de 2026 +5,25%' }),
    )
    .toBeVisible();
});

test('[G3] without an operation shows that there is no record yet, and no chart', async () => {
  network.answer(readRecord, () => recordOf({ Since: null, Series: [] }));
  await show(<RecordCard product="copytrade" />);
  await expect.element(card).toHaveTextContent('Ainda não há histórico');
  expect(card.getByRole('slider').elements()).toEqual([]);
});

test('[G3] a record that failed to load says so, and can be retried', async () => {
  network.answer(readRecord, () => refusal(500, 'fault', 'Algo deu errado.'));
  await show(<RecordCard product="copytrade" />);
  await expect.element(card.getByRole('alert')).toBeVisible();
  network.answer(readRecord, () => recordOf());
  await card.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.element(card).toHaveTextContent('+5,25%');
});

test.each([
  ['dark', 'pt-BR', 360],
  ['light', 'fa', 360],
  ['light', 'en', 1440],
  ['dark', 'zh-CN', 768],
] as const)('[G3] the record has no WCAG violations: %s, %s, %i px', async (theme, language, width) => {
  await page.viewport(width, 800);
  await show(
    <main>
      <h1>Copytrade</h1>
      <RecordCard product="copytrade" />
    </main>,
    { theme, language },
  );
  await expect.element(page.getByRole('slider')).toBeInTheDocument();
  for (const more of page.getByRole('group').elements()) more.querySelector('summary')?.click();
  await expect.element(page.getByRole('table').first()).toBeVisible();
  expect(await findViolations()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});
