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

test('[G7] what is read is not drawn again when it is only no longer fresh', async () => {
  drawn.mockClear();
  await show(<Count look={false} />);
  await expect.element(page.getByText('2 are there')).toBeVisible();
  const times = drawn.mock.calls.length;
  await new Promise((resolve) => setTimeout(resolve, 3 * soonOldMs));
  expect(drawn).toHaveBeenCalledTimes(times);
});

test('whoever asks for it is told that it is no longer fresh', async () => {
  drawn.mockClear();
  await show(<Count look />);
  await vi.waitFor(() => expect(drawn).toHaveBeenLastCalledWith(true));
});
