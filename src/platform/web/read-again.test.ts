import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';
import { readAgain } from './read-again.ts';

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
