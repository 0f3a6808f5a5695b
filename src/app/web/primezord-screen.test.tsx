import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import {
  listInvestments,
  readBotSettings,
  readBotWallet,
  reportBotOperations,
  subscribe,
} from '#primezord/contract.ts';
import { botSettings, investmentOf, operationOf, walletOf } from '#primezord/web/testing/bot.ts';
import { beginSession } from '#platform/web/session.ts';
import { dismissToast, readToasts } from '#platform/web/ui/toasts.ts';
import { readUser } from '#profile/contract.ts';
import { ana } from '#testing/web/ana.ts';
import { findViolations } from '#testing/web/find-violations.ts';
import { looks } from '#testing/web/looks.ts';
import { answerNetwork, type Network } from '#testing/web/network.ts';
import { open } from '#testing/web/open.tsx';

beforeEach(async () => {
  vi.restoreAllMocks();
  localStorage.clear();
  beginSession('a-token');
  for (const { id } of readToasts()) dismissToast(id);
  await page.viewport(1440, 900);
});

function answerBot(Hasbot: boolean): Network {
  return answerNetwork()
    .answer(readUser, () => ana({ Hasbot }))
    .answer(readBotSettings, () => botSettings)
    .answer(readBotWallet, () => walletOf())
    .answer(listInvestments, () => [investmentOf(), investmentOf({ Id: crypto.randomUUID(), Profit: -3 })])
    .answer(reportBotOperations, () => [operationOf({ Source: 'sandbox' })]);
}

const entry = page.getByRole('complementary').getByRole('link', { name: 'Primezord' });
const dialog = page.getByRole('dialog', { name: 'Assinar o Primezord' });
const address = () => window.location.pathname + window.location.search;

test('[Z1] the sidebar entry refetches the user; with the bot its screen opens', async () => {
  const network = answerBot(false);
  await open('/operations');
  await expect.element(page.getByRole('banner').getByText('US$ 1.234,56')).toBeVisible();
  // Meanwhile the customer subscribed elsewhere.
  network.answer(readUser, () => ana({ Hasbot: true }));
  const before = network.callsTo(readUser).length;
  await entry.click();
  await vi.waitFor(() => expect(address()).toBe('/primezord'));
  await expect.element(page.getByRole('region', { name: 'Carteira do robô' })).toHaveTextContent('US$ 350,00');
  expect(network.callsTo(readUser).length).toBeGreaterThan(before);
  await expect.element(entry).toHaveAttribute('aria-current', 'page');
});

test('[Z1] the sidebar entry without the bot opens the subscribe dialog over the current screen', async () => {
  answerBot(false);
  await open('/operations');
  await expect.element(page.getByRole('banner').getByText('US$ 1.234,56')).toBeVisible();
  await entry.click();
  await expect.element(dialog).toBeVisible();
  expect(address()).toBe('/operations?dialog=bot-subscribe');
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await vi.waitFor(() => expect(address()).toBe('/operations'));
});

test('[Z1] the address without the bot shows the dialog too; once cancelled, a button on the page reopens it', async () => {
  const network = answerBot(false);
  await open('/primezord');
  await expect.element(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await vi.waitFor(() => expect(address()).toBe('/primezord'));
  await expect.element(dialog).not.toBeInTheDocument();
  await page.getByRole('main').getByRole('button', { name: 'Assinar o Primezord' }).click();
  await expect.element(dialog).toBeVisible();
  expect(network.callsTo(readBotWallet)).toHaveLength(0);
});

test("[Z1] subscribing shows a toast and opens the bot's screen", async () => {
  const network = answerBot(false);
  network.answer(subscribe, () => {
    network.answer(readUser, () => ana({ Hasbot: true, Balance: 1184.56 }));
    return { Hasbot: true as const };
  });
  await open('/operations?dialog=bot-subscribe');
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await dialog.getByRole('button', { name: 'Confirmar US$ 50,00' }).click();
  await expect.element(page.getByText('Assinatura efetuada com sucesso')).toBeVisible();
  await vi.waitFor(() => expect(address()).toBe('/primezord'));
  await expect.element(page.getByRole('region', { name: 'Carteira do robô' })).toHaveTextContent('US$ 350,00');
  await expect.element(page.getByRole('banner').getByText('US$ 1.184,56')).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test.each([320, 360, 640, 768, 1024, 1440])('[B8] nothing scrolls sideways at %d px, with millions', async (width) => {
  const millions = 12_345_678.9;
  answerBot(true)
    .answer(readBotWallet, () => walletOf({ Balance: millions, Available: millions, Blocked: millions }))
    .answer(listInvestments, () => [investmentOf({ Amount: millions, Profit: -millions / 10 })]);
  await page.viewport(width, 800);
  await open('/primezord');
  const investments = page.getByRole('region', { name: 'Seus investimentos' });
  await expect.element(investments).toHaveTextContent('US$ 12.345.678,90');
  expect(document.documentElement.scrollWidth).toBe(width);
});

test.each(looks)('the screen and its dialogs have no WCAG violations: $theme, $language, $width px', async (look) => {
  answerBot(true);
  await page.viewport(look.width, 800);
  await open('/primezord', look);
  await expect.element(page.getByRole('table').first()).toBeVisible();
  expect(await findViolations()).toEqual([]);
  for (const button of page.getByRole('main').getByRole('button').elements().slice(0, 3)) {
    (button as HTMLButtonElement).click();
    await page.getByRole('dialog').getByRole('radio').last().click();
    expect(await findViolations()).toEqual([]);
    window.history.back();
    await vi.waitFor(() => expect(page.getByRole('dialog').elements()).toHaveLength(0));
  }
});

test.each(looks)('the subscription has no WCAG violations: $theme, $language, $width px', async (look) => {
  answerBot(false);
  await page.viewport(look.width, 800);
  await open('/primezord', look);
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(await findViolations()).toEqual([]);
  await page.getByRole('dialog').getByRole('button').last().click();
  // The description of the bot has given way to its price.
  await expect.element(page.getByRole('dialog').getByRole('list')).not.toBeInTheDocument();
  await expect.element(page.getByRole('dialog').getByRole('group')).toBeVisible();
  expect(await findViolations()).toEqual([]);
});
