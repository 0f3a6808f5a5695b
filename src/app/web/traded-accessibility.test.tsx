import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { listLicences, readCopyOffer } from '#copytrade/contract.ts';
import { licenceOf, offerOf } from '#copytrade/web/testing/licences.ts';
import { listAssets, reportOperations } from '#operations/contract.ts';
import { operationOf } from '#operations/web/testing/operations.ts';
import { readUser } from '#profile/contract.ts';
import { beginSession } from '#platform/web/session.ts';
import { ana } from '#testing/web/ana.ts';
import { findViolations } from '#testing/web/find-violations.ts';
import { looks } from '#testing/web/looks.ts';
import { answerNetwork, type Network } from '#testing/web/network.ts';
import { open } from '#testing/web/open.tsx';

let network: Network;
beforeEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  network = answerNetwork()
    .answer(readUser, () => ana())
    .answer(readCopyOffer, () => offerOf())
    .answer(listLicences, () => [licenceOf(), licenceOf({ Id: crypto.randomUUID(), Status: 'expired', Profit: -3 })])
    .answer(listAssets, () => ['Forex'])
    .answer(reportOperations, () => [
      operationOf(),
      operationOf({ Id: crypto.randomUUID(), Payout: -1, Source: 'sandbox' }),
    ]);
  beginSession('a-token');
});

test.each(looks)('[C1] the copytrade screen: $theme, $language, $width px', async (state) => {
  await page.viewport(state.width, 800);
  await open('/copytrade', state);
  await expect.element(page.getByRole('row').nth(2)).toBeInTheDocument();
  expect(await findViolations()).toEqual([]);
});

test.each(looks)('[C1] its dialog: $theme, $language, $width px', async (state) => {
  await page.viewport(state.width, 800);
  await open('/copytrade?dialog=new-copy', state);
  await expect.element(page.getByRole('dialog').getByRole('group')).toBeVisible();
  expect(await findViolations()).toEqual([]);
});

test.each(looks)('[C2] both while registrations are closed: $theme, $language, $width px', async (state) => {
  await page.viewport(state.width, 800);
  network.answer(readCopyOffer, () => offerOf({ Open: false }));
  await open('/copytrade?dialog=new-copy', state);
  await expect.element(page.getByRole('dialog').getByRole('button').nth(1)).toBeVisible();
  expect(await findViolations()).toEqual([]);
});

test.each(looks)('[H2] the operations screen: $theme, $language, $width px', async (state) => {
  await page.viewport(state.width, 800);
  await open('/operations?start=2026-03-01', state);
  await expect.element(page.getByRole('row').nth(2)).toBeInTheDocument();
  await expect.element(page.getByRole('spinbutton').first()).toBeVisible();
  expect(await findViolations()).toEqual([]);
});
