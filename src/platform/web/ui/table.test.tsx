import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '#testing/web/show.tsx';
import { type Column, Table } from './table.tsx';

interface Loaf {
  id: string;
  name: string;
  price: string;
}

const loaves: Loaf[] = [
  { id: 'a', name: 'Centeio', price: 'US$ 4,00' },
  { id: 'b', name: 'Trigo', price: 'US$ 3,00' },
];

const columns: Column<Loaf>[] = [
  { id: 'name', header: 'Pão', cell: (loaf) => loaf.name, place: 'title' },
  { id: 'code', header: 'Código', cell: (loaf) => loaf.id, place: 'beside' },
  { id: 'price', header: 'Preço', cell: (loaf) => loaf.price, align: 'end' },
  { id: 'buy', header: 'Comprar', cell: () => <button type="button">Comprar</button>, place: 'action' },
];

function LoafTable() {
  return <Table caption="Pães" columns={columns} rows={loaves} rowKey={(loaf) => loaf.id} />;
}

test.each([1440, 360])('rows, columns and headers are exposed to screen readers at %d px', async (width) => {
  await page.viewport(width, 800);
  await show(<LoafTable />);
  const table = page.getByRole('table', { name: 'Pães' });
  expect(
    table
      .getByRole('columnheader')
      .elements()
      .map((header) => header.textContent),
  ).toEqual(['Pão', 'Código', 'Preço', 'Comprar']);
  expect(table.getByRole('row').elements()).toHaveLength(3);
  const cells = table.getByRole('row').nth(1).getByRole('cell');
  expect((cells.nth(1).element() as HTMLElement).offsetWidth > 1).toBe(width === 1440);
  await expect.element(cells.nth(2)).toHaveTextContent('US$ 4,00');
});

test('on a phone each row is a card with labelled figures', async () => {
  await page.viewport(360, 800);
  await show(<LoafTable />);
  const [row] = document.querySelectorAll('tbody tr');
  expect(row && getComputedStyle(row).display).toBe('grid');
  const label = row?.querySelector('[aria-hidden]');
  expect(label?.textContent).toBe('Preço');
  expect(label && getComputedStyle(label).display).not.toBe('none');
  expect(document.documentElement.scrollWidth).toBe(360);
});

test('[G2] a word as long as the card stays in it, beside a name that stays whole', async () => {
  await page.viewport(360, 800);
  const [name, code] = columns as [Column<Loaf>, Column<Loaf>];
  const row = { id: 'nova.244277344474432.e.mais@journeys.example', name: 'Centeio', price: '' };
  await show(
    <Table caption="Pães" columns={[name, { ...code, place: 'detail' }]} rows={[row]} rowKey={({ id }) => id} />,
  );
  const label = document.querySelector('tbody [aria-hidden]');
  expect(label?.scrollWidth).toBeLessThanOrEqual(label?.clientWidth || 360);
  expect(document.documentElement.scrollWidth).toBe(360);
});
