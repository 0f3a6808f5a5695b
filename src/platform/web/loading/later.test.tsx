import { Suspense, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
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

test('[L8] coming back online retries automatically, even parts without an error state', async () => {
  const Chart = later(part(load), 'Chart', Nothing);
  await show(around(<Chart />));
  await vi.waitFor(() => expect(load).toHaveBeenCalled());
  await expect.element(page.getByText('…')).not.toBeInTheDocument();
  expect(retry().elements()).toHaveLength(0);
  isThere = true;
  window.dispatchEvent(new Event('online'));
  await expect.element(page.getByText('O gráfico')).toBeVisible();
});

test('[L8] coming back online retries, even if another listener rerenders everything first', async () => {
  const Chart = later(part(load), 'Chart');
  function Frame() {
    const [isBack, setBack] = useState(false);
    useLayoutEffect(() => {
      const hear = () => flushSync(() => setBack(true));
      window.addEventListener('online', hear);
      return () => window.removeEventListener('online', hear);
    }, []);
    return around(<Chart key="chart" {...{ isBack }} />);
  }
  await show(<Frame />);
  await expect.element(retry()).toBeVisible();
  isThere = true;
  window.dispatchEvent(new Event('online'));
  await expect.element(page.getByText('O gráfico')).toBeVisible();
});

test('[L8] a load that fails just as the network comes back is retried once more', async () => {
  const Chart = later(part(load), 'Chart');
  await show(around(<Chart />));
  await expect.element(retry()).toBeVisible();
  const before = load.mock.calls.length;
  window.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(load.mock.calls.length).toBeGreaterThan(before));
  isThere = true;
  await expect.element(page.getByText('O gráfico')).toBeVisible();
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

test('[L8] a retry also reloads the style sheets that failed', async () => {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'stylesheet', href: 'http://127.0.0.1:1/style.css' });
  document.head.append(link);
  await new Promise((resolve) => link.addEventListener('error', resolve));
  const load = part(async () => {
    if (document.querySelectorAll('link[href="http://127.0.0.1:1/style.css"]').length < 2) throw new Error('no styles');
    return 'there';
  });
  await expect(load()).rejects.toThrow('a part could not be fetched');
  await expect(load()).rejects.toThrow('a part could not be fetched');
  expect(document.querySelectorAll('link[href="http://127.0.0.1:1/style.css"]')).toHaveLength(2);
  for (const each of document.querySelectorAll('link[href="http://127.0.0.1:1/style.css"]')) each.remove();
});

test('[L8] a retry leaves alone the style sheets that are in the page itself', async () => {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'stylesheet', disabled: true, href: 'http://127.0.0.1:1/inline.css' });
  document.head.append(link);
  let isUp = false;
  const load = part(async () => {
    if (!isUp) throw new Error('not yet');
    return 'there';
  });
  await expect(load()).rejects.toThrow('a part could not be fetched');
  isUp = true;
  await expect(load()).resolves.toBe('there');
  expect(document.querySelectorAll('link[href="http://127.0.0.1:1/inline.css"]')).toHaveLength(1);
  link.remove();
});
