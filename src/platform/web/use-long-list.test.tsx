import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '#testing/web/show.tsx';
import type { ApiPage } from './api.ts';
import { readAgain } from './read-again.ts';
import { useLanguage } from './i18n/language-provider.tsx';
import { useLongList } from './use-long-list.ts';

const lastPage = 39;

/** Rows as tall as half the screen, one a page, each with what the server said last. */
function listOf(read: (page: number) => { said: string; next?: string }) {
  const options = infiniteQueryOptions({
    queryKey: ['wallet', 'rows'],
    queryFn: async ({ pageParam }): Promise<ApiPage<{ Id: string; said: string }[]>> => {
      const at = Number(pageParam ?? 0);
      const { said, next = at < lastPage ? String(at + 1) : null } = read(at);
      return { rows: [{ Id: `row-${at}`, said }], next, language: document.documentElement.lang };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (each) => each.next,
  });
  return function List() {
    const { query, rows = [] } = useLongList(options);
    const client = useQueryClient();
    const { choose } = useLanguage();
    return (
      <>
        <button onClick={() => void query.fetchNextPage()}>Mais</button>
        <button onClick={() => void readAgain(client, { affects: 'figures' })}>Mudou</button>
        <button onClick={() => choose('fa')}>fa</button>
        {rows.map(({ Id, said }) => (
          <p key={Id} id={Id} data-row={Id} style={{ blockSize: '50vh', margin: 0 }}>
            {said}
          </p>
        ))}
      </>
    );
  };
}

const shown = () => [...document.querySelectorAll('p[data-row]')].map((row) => row.textContent);
const press = (name: string) => {
  const [button] = page.getByRole('button', { name }).elements();
  (button as HTMLElement).click();
};

async function scrolledTo(row: number, read: (page: number) => { said: string; next?: string }) {
  const List = listOf(read);
  await show(<List />);
  for (let pages = 1; pages <= lastPage + 1; pages += 1) {
    await vi.waitFor(() => expect(shown()).toHaveLength(pages));
    if (pages <= lastPage) press('Mais');
  }
  document.querySelector(`#row-${row}`)?.scrollIntoView({ block: 'start' });
}

test('[L9] of forty pages those in sight are read again when something changes, and nothing moves', async () => {
  let said = 'before';
  const read = vi.fn((_page: number) => ({ said }));
  await scrolledTo(20, read);
  const top = window.scrollY;
  read.mockClear();
  said = 'after';
  press('Mudou');
  await vi.waitFor(() => expect(shown()[20]).toBe('after'));
  const again = read.mock.calls.map(([at]) => at);
  expect(again).toContain(20);
  expect(again.length).toBeLessThanOrEqual(4);
  expect(shown()).toHaveLength(lastPage + 1);
  expect(shown()[0]).toBe('before');
  expect(window.scrollY).toBe(top);
});

test('[L9] pages that no longer join what was read again are loaded anew when they are scrolled to', async () => {
  let skips = false;
  await scrolledTo(20, (at) => ({ said: String(at), ...(skips && { next: String(at + 1.5) }) }));
  skips = true;
  press('Mudou');
  await vi.waitFor(() => expect(shown().length).toBeLessThan(lastPage));
  // The row before may still touch the screen's edge, and is then the first to be read again.
  expect(shown().slice(0, 20)).toEqual(Array.from({ length: 20 }, (_, at) => String(at)));
});

test('[L9] [B7] in another language the pages in sight are read again at once, and others when they are scrolled to', async () => {
  const read = vi.fn((_page: number) => ({ said: document.documentElement.lang }));
  await scrolledTo(20, read);
  read.mockClear();
  press('fa');
  await vi.waitFor(() => expect(shown()[20]).toBe('fa'));
  expect(read.mock.calls.length).toBeLessThanOrEqual(4);
  expect(shown()[5]).toBe('pt-BR');
  document.querySelector('#row-5')?.scrollIntoView({ block: 'start' });
  await vi.waitFor(() => expect(shown()[5]).toBe('fa'));
  expect(read.mock.calls.length).toBeLessThanOrEqual(8);
});
