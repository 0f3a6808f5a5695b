import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';
import { readAgain } from './read-again.ts';

async function readPages(pages: number) {
  const client = createQueryClient();
  const read = vi.fn(async ({ pageParam }: { pageParam: number }) => pageParam);
  const list = new InfiniteQueryObserver(client, {
    queryKey: ['history', 'statement'],
    queryFn: read,
    initialPageParam: 0,
    getNextPageParam: (last: number) => last + 1,
  });
  const stop = list.subscribe(() => undefined);
  await vi.waitFor(() => expect(list.getCurrentResult().data?.pages).toHaveLength(1));
  for (let page = 1; page < pages; page += 1) await list.fetchNextPage();
  read.mockClear();
  return { client, read, stop };
}

test('[L9] forty pages of a list are not read again for a live event; two are', async () => {
  const long = await readPages(40);
  await readAgain(long.client, { affects: 'figures', isElsewhere: true });
  expect(long.read).not.toHaveBeenCalled();
  expect(long.client.getQueryState(['history', 'statement'])?.isInvalidated).toBe(true);
  long.stop();
  const short = await readPages(2);
  await readAgain(short.client, { affects: 'figures', isElsewhere: true });
  expect(short.read).toHaveBeenCalledTimes(2);
  short.stop();
});

test('[L9] only what is named is read again, and never what does not change', async () => {
  const client = createQueryClient();
  const read = vi.fn(async ({ queryKey }: { queryKey: readonly unknown[] }) => String(queryKey[0]));
  const stops = (['wallet', 'auth', 'explanations'] as const).map((area) =>
    new QueryObserver(client, {
      queryKey: [area],
      queryFn: read,
      ...(area === 'explanations' && { staleTime: 'static' }),
    }).subscribe(() => undefined),
  );
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  const readBy = async (change?: Parameters<typeof readAgain>[1]) => {
    read.mockClear();
    await readAgain(client, change);
    return read.mock.calls.map(([{ queryKey }]) => queryKey[0]);
  };
  expect(await readBy({ affects: 'figures' })).toEqual(['wallet']);
  expect(await readBy({ affects: [] })).toEqual([]);
  expect(await readBy()).toEqual(['wallet', 'auth']);
  for (const stop of stops) stop();
});
