import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { findViolations } from '#testing/web/find-violations.ts';
import { show } from '#testing/web/show.tsx';
import { LongTable, type MoreRows } from './long-table.tsx';
import type { Column } from './table.tsx';

interface Line {
  id: number;
}

const columns: Column<Line>[] = [
  { id: 'name', header: 'Nome', place: 'title', cell: ({ id }) => <a href={`#${id}`}>{`linha ${id}`}</a> },
  { id: 'more', header: 'Mais', cell: ({ id }) => (id % 7 === 0 ? 'duas linhas '.repeat(12) : 'uma') },
  { id: 'amount', header: 'Valor', place: 'main', align: 'end', cell: ({ id }) => String(id) },
];
const lines = Array.from({ length: 100_000 }, (_, id) => ({ id }));
const noMore: MoreRows = { label: 'Mostrar mais', hasMore: false, isLoading: false, hasFailed: false, load: () => {} };

function Lines({ count, more = noMore }: { count: number; more?: MoreRows }) {
  return (
    <main>
      <h1>Linhas</h1>
      <LongTable
        caption="Linhas"
        columns={columns}
        rows={lines.slice(0, count)}
        rowKey={({ id }) => String(id)}
        more={more}
      />
    </main>
  );
}

const table = () => page.getByRole('table', { name: 'Linhas' });
const inPage = () => table().element().querySelectorAll('tbody tr:not([aria-hidden])').length;
const place = () => ({ top: table().element().getBoundingClientRect().top, height: table().element().clientHeight });

async function scrollTo(y: number): Promise<void> {
  window.scrollTo(0, y);
  await new Promise((settled) => requestAnimationFrame(() => requestAnimationFrame(settled)));
}

beforeEach(async () => {
  await page.viewport(1440, 900);
  window.scrollTo(0, 0);
});

test('[H1] a list short enough is rendered as a whole', async () => {
  await show(<Lines count={200} />);
  await expect.element(page.getByText('linha 199')).toBeInTheDocument();
  expect(inPage()).toBe(200);
});

test.each([
  [1440, 'pt-BR'],
  [360, 'fa'],
] as const)(
  '[H1] at %i px in %s only a few of 100,000 rows are rendered, each at its position among all',
  async (width, language) => {
    await page.viewport(width, 900);
    await show(<Lines count={100_000} />, { language });
    await expect.element(table()).toHaveAttribute('aria-rowcount', '100001');
    expect(inPage()).toBeLessThan(60);
    const { height } = place();
    await scrollTo(height / 2);
    await expect.poll(() => Math.abs(indexInSight() - 50_000)).toBeLessThan(2_000);
    await scrollTo(height * 2);
    await expect.element(page.getByText('linha 99999')).toBeVisible();
    expect(inPage()).toBeLessThan(60);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    expect(await findViolations()).toEqual([]);
  },
);

/** The index of the row in the middle of the window, from 1. */
function indexInSight(): number {
  const row = document.elementFromPoint(window.innerWidth / 2, 450)?.closest('tr');
  return Number(row?.getAttribute('aria-rowindex')) - 1;
}

test('[H1] the keyboard moves from row to row, and the focused row stays rendered', async () => {
  await show(<Lines count={1_000} />);
  const link = page.getByRole('link', { name: 'linha 0', exact: true });
  await expect.element(link).toBeVisible();
  link.element().focus();
  for (let n = 1; n <= 20; n += 1) await userEvent.tab();
  expect(document.activeElement?.textContent).toBe('linha 20');
  await scrollTo(30_000);
  expect(document.activeElement?.textContent).toBe('linha 20');
  await userEvent.tab();
  await expect.poll(() => document.activeElement?.textContent).toBe('linha 21');
});

test('[H1] the next page is fetched before it scrolls into view, once, and after a failure only on request', async () => {
  const load = vi.fn();
  await show(<Failing more={{ ...noMore, hasMore: true, load }} />);
  await expect.element(table()).toHaveAttribute('aria-rowcount', '-1');
  expect(load).not.toHaveBeenCalled();
  await scrollTo(place().height);
  await expect.poll(() => load.mock.calls.length).toBe(1);
  await page.getByRole('button', { name: 'falhar' }).click();
  load.mockClear();
  await scrollTo(0);
  await scrollTo(place().height);
  expect(load).not.toHaveBeenCalled();
  await page.getByRole('button', { name: 'Mostrar mais' }).click();
  expect(load).toHaveBeenCalledOnce();
});

test('[H1] rows appended at the end do not move the page, and fetch no more than that', async () => {
  await show(<Growing />);
  await expect.element(table()).toBeVisible();
  for (let turn = 0; turn < 3; turn += 1) {
    await scrollTo(document.documentElement.scrollHeight);
    const { scrollY } = window;
    const before = place().height;
    await expect.poll(() => place().height).toBeGreaterThan(before);
    await new Promise((later) => setTimeout(later, 300));
    expect(Math.abs(window.scrollY - scrollY)).toBeLessThan(2);
  }
  expect(Number(document.body.dataset.loads)).toBe(3);
});

/** Each page arrives a moment after it is requested. */
function Growing() {
  const [count, setCount] = useState(300);
  const [isLoading, setLoading] = useState(false);
  const load = () => {
    setLoading(true);
    document.body.dataset.loads = String(1 + Number(document.body.dataset.loads ?? 0));
    setTimeout(() => {
      setCount((now) => now + 250);
      setLoading(false);
    }, 100);
  };
  return <Lines count={count} more={{ ...noMore, hasMore: true, isLoading, load }} />;
}

/** A list whose next page fails when its button says so. */
function Failing({ more }: { more: MoreRows }) {
  const [hasFailed, setFailed] = useState(false);
  return (
    <>
      <Lines count={500} more={{ ...more, hasFailed }} />
      <button type="button" onClick={() => setFailed(true)}>
        falhar
      </button>
    </>
  );
}
