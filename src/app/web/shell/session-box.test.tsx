import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '#testing/web/show.tsx';
import { SessionBox } from './session-box.tsx';

const minuteMs = 60_000;

afterEach(() => {
  vi.useRealTimers();
});

test('[A6] [B3] the box counts down to the last second', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  await show(<SessionBox expiresAt={new Date(Date.now() + 298 * minuteMs).toISOString()} />);
  await expect.element(page.getByText('4 horas e 58 minutos')).toBeVisible();
  vi.advanceTimersByTime(58 * minuteMs);
  await expect.element(page.getByText('4 horas', { exact: true })).toBeVisible();
  vi.advanceTimersByTime(239 * minuteMs);
  await expect.element(page.getByText('1 minuto', { exact: true })).toBeVisible();
  vi.advanceTimersByTime(minuteMs - 1_000);
  await expect.element(page.getByText('1 segundo', { exact: true })).toBeVisible();
});

test('[B7] in Persian it uses Persian digits', async () => {
  const expiresAt = new Date(Date.now() + 298 * minuteMs).toISOString();
  await show(<SessionBox expiresAt={expiresAt} />, { language: 'fa' });
  await expect.element(page.getByText('۴ ساعت و ۵۸ دقیقه')).toBeVisible();
});
