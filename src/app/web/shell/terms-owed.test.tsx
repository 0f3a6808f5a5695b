import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { acceptTerms, readPresentTerms } from '#auth/contract.ts';
import { termsVersion } from '#auth/terms-versions.ts';
import { findViolations } from '#testing/web/find-violations.ts';
import { looks } from '#testing/web/looks.ts';
import { answerNetwork, type Network, refusal } from '#testing/web/network.ts';
import { show } from '#testing/web/show.tsx';
import { TermsOwed } from './terms-owed.tsx';

let network: Network;
beforeEach(async () => {
  vi.restoreAllMocks();
  await page.viewport(1440, 900);
  network = answerNetwork()
    .answer(readPresentTerms, () => ({ Version: termsVersion, Fees: { StakeCancel: 40, WithdrawUsdt: 2 } }))
    .answer(acceptTerms, () => new Response(null, { status: 204 }));
});

const accept = () => page.getByRole('button', { name: 'Aceitar e continuar' }).click();

test('[A7] an account that the operator opened accepts nothing unticked, and then the terms as they were read', async () => {
  await show(<TermsOwed />);
  await accept();
  await expect.element(page.getByText('Aceite os termos de uso para continuar.')).toBeVisible();
  expect(network.callsTo(acceptTerms)).toHaveLength(0);
  await page.getByText('Ler os termos de uso').click();
  await vi.waitFor(() => expect(network.callsTo(readPresentTerms)).not.toHaveLength(0));
  await page.getByRole('checkbox').click();
  await accept();
  await vi.waitFor(() => expect(network.callsTo(acceptTerms)).toHaveLength(1));
  const [call] = network.callsTo(acceptTerms);
  expect([call?.body, call?.headers.get('quoted-fees')]).toEqual([{ terms: true }, '40 2']);
});

test('[A7] terms that changed since they were read are said and read again', async () => {
  network.answer(acceptTerms, () => refusal(409, 'terms_changed', 'Os termos mudaram.'));
  await show(<TermsOwed />);
  await page.getByRole('checkbox').click();
  await accept();
  await expect.element(page.getByText('Os termos mudaram.')).toBeVisible();
});

test.each(looks)('no WCAG violations: $theme, $language, $width px', async ({ width, ...look }) => {
  await page.viewport(width, 800);
  await show(
    <main>
      <h1>Lastro</h1>
      <TermsOwed />
    </main>,
    look,
  );
  await expect.element(page.getByRole('checkbox')).toBeVisible();
  expect(await findViolations()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBe(width);
});
