import { Suspense } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { findViolations } from '#testing/web/find-violations.ts';
import { show } from '#testing/web/show.tsx';
import { FailedDialog } from './failed-dialog.tsx';
import { later, Nothing } from './later.tsx';
import { part, prefetch } from './part.ts';

function Question({ onClose }: { onClose: () => void }) {
  return (
    <button type="button" onClick={onClose}>
      A pergunta
    </button>
  );
}

let isThere: boolean;
const load = vi.fn(async () => {
  if (!isThere) throw new TypeError('Failed to fetch dynamically imported module');
  return { Chart: () => <p>O gráfico</p>, Question };
});

beforeEach(async () => {
  isThere = false;
  vi.restoreAllMocks();
  // The server is as unreachable as the file.
  vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  // React logs to the console what a boundary has caught.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  sessionStorage.clear();
  await page.viewport(1024, 700);
});

const retry = () => page.getByRole('button', { name: 'Tentar de novo' });
const around = (content: React.ReactNode) => (
  <main>
    <h1>Seu dinheiro</h1>
    <p>US$ 100,00</p>
    <Suspense fallback={<p>…</p>}>{content}</Suspense>
  </main>
);

test('[L8] a part that fails to load shows its error in place, and loads on retry', async () => {
  const Chart = later(part(load), 'Chart');
  await show(around(<Chart />));
  await expect.element(retry()).toBeVisible();
  await expect.element(page.getByText('US$ 100,00')).toBeVisible();
  await retry().click();
  await expect.element(retry()).toBeVisible();
  isThere = true;
  await retry().click();
  await expect.element(page.getByText('O gráfico')).toBeVisible();
});

test('[L8] a part that the page can do without is left out without a word', async () => {
  const Chart = later(part(load), 'Chart', Nothing);
  await show(around(<Chart />));
  await vi.waitFor(() => expect(load).toHaveBeenCalled());
  await expect.element(page.getByText('…')).not.toBeInTheDocument();
  expect(retry().elements()).toHaveLength(0);
});

test('[L8] a part that throws breaks nothing else', async () => {
  let isBroken = true;
  const Broken = () => {
    if (isBroken) throw new Error('undefined is not a function');
    return <p>Inteiro</p>;
  };
  const Chart = later(
    part(async () => ({ Broken })),
    'Broken',
  );
  await show(around(<Chart />));
  await expect.element(page.getByText('US$ 100,00')).toBeVisible();
  isBroken = false;
  await retry().click();
  await expect.element(page.getByText('Inteiro')).toBeVisible();
});

test('[L8] a dialog that fails to load is replaced by one that needs no file, and Escape closes it', async () => {
  const onClose = vi.fn();
  const Question = later(part(load), 'Question', FailedDialog);
  await show(around(<Question onClose={onClose} />));
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(await findViolations()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

test('[L8] a failed prefetch raises no error', async () => {
  const onRejection = vi.fn();
  window.addEventListener('unhandledrejection', onRejection);
  prefetch(part(load));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(onRejection).not.toHaveBeenCalled();
  window.removeEventListener('unhandledrejection', onRejection);
});

test('[L8] a page with a failed file is loaded anew on retry, once its server can be reached, and never by itself where it cannot', async () => {
  const Chart = later(part(load), 'Chart');
  await show(around(<Chart />));
  await expect.element(retry()).toBeVisible();
  window.dispatchEvent(new Event('vite:preloadError'));
  window.dispatchEvent(new Event('online'));
  load.mockClear();
  await retry().click();
  await vi.waitFor(() =>
    expect(window.fetch).toHaveBeenCalledWith('/', expect.objectContaining({ cache: 'no-cache' })),
  );
  await expect.element(retry()).toBeEnabled();
  expect(load).not.toHaveBeenCalled();
});
