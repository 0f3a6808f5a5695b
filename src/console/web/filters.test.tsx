import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type FoundCustomer, searchCustomers } from '#console/customers-contract.ts';
import { answerNetwork } from '#testing/web/network.ts';
import { show } from '#testing/web/show.tsx';
import { type Asked, type Filter, Filters } from './filters.tsx';
import { loadTexts } from './load-texts.ts';

const filters: Filter[] = [
  { name: 'day', kind: 'day', label: 'Dia' },
  { name: 'customer', kind: 'customer', label: 'Cliente' },
  { name: 'min', kind: 'amount', label: 'Pelo menos' },
];
const search = page.getByRole('button', { name: 'Buscar' });

async function showFilters(asked: Asked = {}) {
  // On a phone they are behind one button.
  await page.viewport(1280, 800);
  const onAsk = vi.fn<(asked: Asked) => void>();
  await show(<Filters filters={filters} asked={asked} onAsk={onAsk} />, { load: loadTexts });
  return onAsk;
}

async function typeDay(digits: string): Promise<void> {
  await page.getByRole('group', { name: 'Dia' }).getByRole('spinbutton').first().click();
  await userEvent.keyboard(digits);
  await userEvent.tab();
}

test('[L12] in the console what stands in a date field is what is asked for, and what is no day is said', async () => {
  const onAsk = await showFilters();
  await typeDay('31021990');
  await expect.element(page.getByText('Esta data não existe no calendário.')).toBeVisible();
  await expect.element(search).toBeDisabled();
  await typeDay('03022026');
  await search.click();
  expect(onAsk.mock.calls).toEqual([[{ day: '2026-02-03' }]]);
});

const found = (name: string): FoundCustomer => ({
  Id: crypto.randomUUID(),
  Name: `${name} Lima`,
  Email: `${name.toLowerCase()}@example.com`,
  Phone: '+5511987654321',
  Code: 'ABCDEF12',
  Since: '2026-01-31T12:00:00.000Z',
  Balance: 0,
  Frozen: false,
});
const [ana, eva] = [found('Ana'), found('Eva')];

test('[R6] a customer is found by what is known of them and asked for by id; of several one is chosen', async () => {
  const rows = new Map([
    ['ana@example.com', [ana]],
    ['lima', [ana, eva]],
  ]);
  answerNetwork().answer(searchCustomers, ({ body }) => rows.get((body as { search: string }).search) ?? []);
  const onAsk = await showFilters();
  const field = page.getByLabelText('Cliente');
  await field.fill('nobody');
  await search.click();
  await expect.element(page.getByText('Nenhum cliente assim.')).toBeVisible();
  await field.fill('ana@example.com');
  await search.click();
  await expect.poll(() => onAsk.mock.lastCall).toEqual([{ customer: ana.Id }]);
  await page.getByLabelText('Pelo menos').fill('10,50');
  await field.fill('lima');
  await search.click();
  await page.getByRole('button', { name: 'Eva Lima' }).click();
  expect(onAsk.mock.lastCall).toEqual([{ customer: eva.Id, min: '10.50' }]);
});

test('[R6] “clear” asks for everything', async () => {
  const onAsk = await showFilters({ customer: ana.Id, min: '10.50' });
  await expect.element(page.getByLabelText('Pelo menos')).toHaveValue('10,50');
  await page.getByRole('button', { name: 'Limpar' }).click();
  expect(onAsk.mock.calls).toEqual([[{}]]);
});
