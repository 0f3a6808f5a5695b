import { useQuery } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '#testing/web/show.tsx';
import { QueryView } from './query-view.tsx';
import { withData } from './with-data.ts';

const soonOldMs = 200;
const drawn = vi.fn<(isOld: boolean) => void>();

function Count({ look }: { look: boolean }) {
  const query = useQuery({ queryKey: ['count', look], queryFn: () => [1, 2], staleTime: soonOldMs });
  drawn(look && query.isStale);
  return (
    <QueryView query={withData(query, query.data?.length)} waiting="…">
      {(length) => <p>{length} are there</p>}
    </QueryView>
  );
}

test('[G7] data that merely becomes stale causes no rerender', async () => {
  drawn.mockClear();
  await show(<Count look={false} />);
  await expect.element(page.getByText('2 are there')).toBeVisible();
  const times = drawn.mock.calls.length;
  await new Promise((resolve) => setTimeout(resolve, 3 * soonOldMs));
  expect(drawn).toHaveBeenCalledTimes(times);
});

test('a component that asks for it is told when data is stale', async () => {
  drawn.mockClear();
  await show(<Count look />);
  await vi.waitFor(() => expect(drawn).toHaveBeenLastCalledWith(true));
});
