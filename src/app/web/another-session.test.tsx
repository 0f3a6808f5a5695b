import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { beginSession, readSession } from '#platform/web/session.ts';
import { readUser } from '#profile/contract.ts';
import { ana } from './testing/ana.ts';
import { answerNetwork } from './testing/network.ts';
import { open } from './testing/show.tsx';

const anasBalance = /1\.234,56/;

beforeEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  beginSession('ana-token');
});

/** What the browser tells a page when it takes it out of where it had put it aside. */
const comeBack = () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));

test('[A5] a page that was put aside while its session was ended elsewhere comes back to the login, and shows nothing', async () => {
  answerNetwork().answer(readUser, () => ana());
  await open('/stake');
  await expect.element(page.getByRole('banner')).toHaveTextContent(anasBalance);
  localStorage.removeItem('token');
  comeBack();
  expect(readSession()).toEqual({ token: null, endReason: 'logged-out' });
  await expect.element(page.getByRole('heading', { name: 'Identifique-se' })).toBeVisible();
  expect(document.body.textContent).not.toMatch(anasBalance);
});

test('[A5] when somebody else has logged in meanwhile, nothing of the customer before them is shown', async () => {
  let answerBia = () => {};
  const isAsked = new Promise<void>((resolve) => (answerBia = resolve));
  answerNetwork().answer(readUser, async ({ headers }) => {
    if (headers.get('authorization') === 'ana-token') return ana();
    await isAsked;
    return ana({ Name: 'Bia Reis', Balance: 77, Uuid: '6f9619ff-8b86-4d01-b42d-00cf4fc964f0' });
  });
  await open('/stake');
  await expect.element(page.getByRole('banner')).toHaveTextContent(anasBalance);
  localStorage.setItem('token', 'bia-token');
  window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: 'bia-token' }));
  await vi.waitFor(() => expect(document.body.textContent).not.toMatch(anasBalance));
  answerBia();
  await expect.element(page.getByRole('banner')).toHaveTextContent(/US\$\s77,00/);
});
