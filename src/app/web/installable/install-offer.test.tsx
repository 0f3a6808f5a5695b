import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { readUser } from '#profile/contract.ts';
import { beginSession } from '#platform/web/session.ts';
import { ana } from '#testing/web/ana.ts';
import { answerNetwork, noConnection } from '#testing/web/network.ts';
import { findViolations } from '#testing/web/find-violations.ts';
import { open } from '#testing/web/open.tsx';
import { keepInstallPrompt } from './install-prompt.ts';

beforeEach(async () => {
  vi.restoreAllMocks();
  localStorage.clear();
  beginSession('a-token');
  answerNetwork().answer(readUser, () => ana());
  await page.viewport(360, 740);
});
afterEach(() => void (window.installPrompt = undefined));

/** Mimics the browser's event that the page may be installed. */
function offerInstall() {
  const prompt = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  window.dispatchEvent(event);
  return { prompt, event };
}

test('the account menu offers installation where the browser does, prompts on a press, and then withdraws the offer', async () => {
  keepInstallPrompt();
  const { prompt, event } = offerInstall();
  expect(event.defaultPrevented).toBe(true);
  await open('/dashboard');
  await page.getByRole('button', { name: 'Sua conta' }).click();
  const offer = page.getByRole('button', { name: 'Instalar no aparelho' });
  await offer.click();
  expect(prompt).toHaveBeenCalledOnce();
  await expect.element(offer).not.toBeInTheDocument();
});

test('iPhone users are told how to install; those who open it from the home screen are not', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)');
  await open('/dashboard');
  await page.getByRole('button', { name: 'Sua conta' }).click();
  await expect.element(page.getByText('Adicionar à Tela de Início')).toBeVisible();
  const ask = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    query.includes('standalone') ? ({ matches: true } as MediaQueryList) : ask(query),
  );
  await page.getByRole('button', { name: 'Sua conta' }).click();
  await page.getByRole('button', { name: 'Sua conta' }).click();
  await expect.element(page.getByText('Sair')).toBeVisible();
  await expect.element(page.getByText('Adicionar à Tela de Início')).not.toBeInTheDocument();
});

test('an unreachable server is reported above the figures, in Persian too, until it answers', async () => {
  const network = answerNetwork().answer(readUser, () => ana());
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await open('/dashboard', { language: 'fa', theme: 'light' });
  await expect.element(page.getByText(/عددهای صفحه مربوط به [۰-۹]+:[۰-۹]+ است/)).toBeVisible();
  expect(await findViolations()).toEqual([]);
  network.answer(readUser, noConnection);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await expect.element(page.getByText(/عددهای صفحه مربوط به/)).toBeVisible();
  network.answer(readUser, () => ana());
  window.dispatchEvent(new Event('online'));
  await expect.element(page.getByText(/عددهای صفحه مربوط به/)).not.toBeInTheDocument();
});
