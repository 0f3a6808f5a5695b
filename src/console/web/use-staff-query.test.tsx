import { focusManager, QueryClientProvider, useMutation } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import * as z from 'zod/mini';
import { endpoint } from '#platform/endpoint.ts';
import { createQueryClient } from '#platform/web/query-client.ts';
import { forgetEverything, kept } from './queries.ts';
import { useStaffQuery } from './use-staff-query.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  focusManager.setFocused(undefined);
});

const read = { method: 'GET', access: 'staff', summary: 'Nothing', answer: z.object({}) } as const;
const readCustomer = endpoint({ ...read, path: '/console/customer' });
const readToday = endpoint({ ...read, path: '/console/today' });

function Page() {
  const customer = useStaffQuery(readCustomer, {}, { isLook: true });
  const today = useStaffQuery(readToday, {});
  return customer.data && today.data && <p>Read</p>;
}

test('[R5] returning to the window does not look at a customer again, but refetches what is no look', async () => {
  const asked: string[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (url) => {
    asked.push(url as string);
    return Response.json({});
  });
  const times = (part: string) => asked.filter((url) => url.includes(part)).length;
  const page = await render(
    <QueryClientProvider client={createQueryClient()}>
      <Page />
    </QueryClientProvider>,
  );
  await expect.element(page.getByText('Read')).toBeVisible();
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.now() + 60_000);
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await expect.poll(() => times('/today')).toBe(2);
  expect(times('/customer')).toBe(1);
});

function Acting() {
  const keeping = useMutation({ mutationFn: () => Promise.resolve() });
  return (
    <>
      <button type="button" onClick={() => keeping.mutate()}>
        Keep
      </button>
      <Page />
    </>
  );
}

test('[R5] a look is recorded once: a change elsewhere reads the rest again, not the look', async () => {
  const asked: string[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (url) => {
    asked.push(url as string);
    return Response.json({});
  });
  const times = (part: string) => asked.filter((url) => url.includes(part)).length;
  const page = await render(
    <QueryClientProvider client={createQueryClient()}>
      <Acting />
    </QueryClientProvider>,
  );
  await expect.element(page.getByText('Read')).toBeVisible();
  await page.getByRole('button', { name: 'Keep' }).click();
  await expect.poll(() => times('/today')).toBe(2);
  expect(times('/customer')).toBe(1);
});

test('[R3] one person’s search is gone for the next', () => {
  kept.set('/console/customers/search', 'ana@example.com');
  forgetEverything();
  expect([...kept]).toEqual([]);
});
