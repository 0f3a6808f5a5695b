import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerNetwork } from '#testing/web/network.ts';
import { show } from '#testing/web/show.tsx';
import { endpoint } from '#platform/endpoint.ts';
import { callApi } from './api.ts';
import { useLanguage } from './i18n/language-provider.tsx';

const readRows = endpoint({
  method: 'GET',
  path: '/api/rows',
  access: 'investor',
  summary: 'Rows',
  answer: z.object({ Words: z.string() }),
});

function Rows() {
  const { data } = useQuery({ queryKey: ['rows'], queryFn: ({ signal }) => callApi(readRows, {}, { signal }) });
  const { choose } = useLanguage();
  return <button onClick={() => choose('fa')}>{data?.Words ?? 'none'}</button>;
}

test('[L13] [B7] in another language everything is read again in it, what is on its way in the former one included', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const network = answerNetwork().answer(readRows, async ({ headers }) => {
    const Words = headers.get('accept-language') ?? '';
    if (Words === 'en') await held;
    return { Words };
  });
  await show(<Rows />, { language: 'en' });
  await expect.poll(() => network.callsTo(readRows).length).toBe(1);
  await page.getByRole('button').click();
  await expect.element(page.getByRole('button', { name: 'fa' })).toBeVisible();
  release();
  await new Promise((resolve) => setTimeout(resolve, 100));
  await expect.element(page.getByRole('button', { name: 'fa' })).toBeVisible();
});
