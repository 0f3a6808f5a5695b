import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { idleMinutes } from '#auth/contract.ts';
import { ana } from '#testing/web/ana.ts';
import { createQueryClient } from '#platform/web/query-client.ts';
import { beginSession } from '#platform/web/session.ts';
import { profileQueries } from '#profile/web/data.ts';
import { useSessionKept } from './use-session-kept.ts';

beforeEach(() => {
  vi.restoreAllMocks();
  beginSession('a-token');
});
afterEach(() => void vi.useRealTimers());

function Page() {
  useSessionKept();
  return null;
}

test('[A6] a page in the background uses its session often enough for its clock to stay accurate', async () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const read = vi.fn(async () => ana());
  const queries = createQueryClient();
  await queries.fetchQuery({ queryKey: profileQueries.user.queryKey, queryFn: read });
  read.mockClear();
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  await render(
    <QueryClientProvider client={queries}>
      <Page />
    </QueryClientProvider>,
  );
  const every = (idleMinutes * 60_000) / 4;
  for (let quarter = 1; quarter <= 4; quarter += 1) {
    vi.advanceTimersByTime(every);
    await expect.poll(() => read.mock.calls.length).toBe(quarter);
  }
});
