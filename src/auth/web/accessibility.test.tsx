import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { findViolations } from '#testing/web/find-violations.ts';
import { looks } from '#testing/web/looks.ts';
import { answerNetwork, refusal } from '#testing/web/network.ts';
import { open } from '#testing/web/open.tsx';
import { endSession } from '#platform/web/session.ts';
import { confirmEmail, readPresentTerms, recoverPassword } from '../contract.ts';

beforeEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  endSession('logged-out');
  answerNetwork()
    .answer(readPresentTerms, () => ({ Version: '2026-11-22', Fees: { StakeCancel: 40, WithdrawUsdt: 2 } }))
    .answer(recoverPassword, () => new Response(null, { status: 202 }))
    .answer(confirmEmail, () => refusal(422, 'token_invalid', 'Not any more.'));
});

async function press(selector: string) {
  await vi.waitFor(() => expect(document.querySelector(selector)).not.toBeNull());
  document.querySelector<HTMLElement>(selector)?.click();
}

test.each(looks)(
  '[A7] creating an account, empty, refused and with its terms: $theme, $language, $width px',
  async (state) => {
    await page.viewport(state.width, 800);
    await open('/auth/register?ref=ABCD2345', state);
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await findViolations()).toEqual([]);
    await press('summary');
    await expect.element(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await press('button[type="submit"]');
    await vi.waitFor(() => expect(document.querySelectorAll('input[aria-invalid="true"]')).toHaveLength(5));
    expect(await findViolations()).toEqual([]);
  },
);

test.each(looks)('[A8] recovery, reset and an expired link: $theme, $language, $width px', async (state) => {
  await page.viewport(state.width, 800);
  for (const address of ['/auth/recover', '/auth/reset?token=x', '/auth/confirm?token=x']) {
    const shown = await open(address, state);
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await findViolations()).toEqual([]);
    await shown.unmount();
  }
});
