import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readUser } from '#profile/contract.ts';
import { beginSession, endSession } from '#platform/web/session.ts';
import { ana } from '#testing/web/ana.ts';
import { findViolations } from '#testing/web/find-violations.ts';
import { looksInAll } from '#testing/web/looks.ts';
import { answerNetwork } from '#testing/web/network.ts';
import { open } from '#testing/web/open.tsx';

beforeEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  answerNetwork().answer(readUser, () => ana());
});

test.each(looksInAll())(
  'the login has no WCAG violations: $theme, $language, $width px',
  async ({ theme, language, width }) => {
    await page.viewport(width, 800);
    endSession('expired');
    await open('/auth/login', { theme, language });
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await findViolations()).toEqual([]);
  },
);

test.each(looksInAll())('the 404 page: $theme, $language, $width px', async ({ theme, language, width }) => {
  await page.viewport(width, 800);
  beginSession('a-token');
  await open('/404', { theme, language });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await findViolations()).toEqual([]);
});

test.each(looksInAll())('the frame with its menu and drawer: $theme, $language, $width px', async (state) => {
  await page.viewport(state.width, 800);
  beginSession('a-token');
  await open('/stake', state);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'AF' }).click();
  expect(await findViolations()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  if (state.width < 1440) {
    const menus = [...document.querySelectorAll<HTMLElement>('a[href="?dialog=menu"]')];
    menus.find((each) => each.checkVisibility())?.click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    expect(await findViolations()).toEqual([]);
  }
});
