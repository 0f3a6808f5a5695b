import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { TestApprovalStep } from '#testing/web/approval-step.tsx';
import { answerNetwork } from '#testing/web/network.ts';
import { show } from '#testing/web/show.tsx';
import { listStakes, readStakeOffer } from '../contract.ts';
import { StakesPage } from './stakes-page.tsx';
import { offerOf, stakeOf } from './testing/stakes.ts';

const amounts = [10, 20, 30, 40];
const stakes = amounts.map((Amount, at) => stakeOf({ Id: `7c9e6679-7425-40de-944b-e07fc1f90a0${at}`, Amount }));

beforeEach(async () => {
  vi.restoreAllMocks();
  await page.viewport(1440, 900);
});

async function showStakes(search: string, found = stakes) {
  window.history.replaceState(null, '', `/stake${search}`);
  const network = answerNetwork()
    .answer(readStakeOffer, () => offerOf())
    .answer(listStakes, ({ address }) => (address.includes('status=finished') ? [] : found));
  await show(<StakesPage ApprovalStep={TestApprovalStep} />);
  return network;
}

test('[S5] [H4] the list is filtered and ordered in the address: back undoes a step, and all filters are cleared at once', async () => {
  const network = await showStakes('');
  await page.getByLabelText('Ordem').selectOptions('Maior valor primeiro');
  await vi.waitFor(() => expect(window.location.search).toBe('?order=largest'));
  await page.getByLabelText('Prazo').selectOptions('60 dias');
  await vi.waitFor(() => expect(window.location.search).toBe('?order=largest&days=60'));
  await vi.waitFor(() => expect(network.callsTo(listStakes).at(-1)?.address).toMatch(/order=largest.*days=60/));
  window.history.back();
  await vi.waitFor(() => expect(window.location.search).toBe('?order=largest'));
  await page.getByLabelText('Status').selectOptions('Finalizadas');
  await expect.element(page.getByRole('status')).toHaveTextContent('Nenhuma stake com estes filtros.');
  await page.getByRole('button', { name: 'Limpar filtros' }).click();
  await expect.element(page.getByRole('region', { name: 'Suas stakes' })).toHaveFocus();
  await vi.waitFor(() => expect(window.location.search).toBe(''));
  await expect.element(page.getByRole('row').nth(4)).toBeVisible();
});

test('[S5] a few stakes need no filter, unless one is in the address', async () => {
  const shown = await showStakes('', stakes.slice(0, 3)).then(() => page.getByRole('group', { name: 'Filtros' }));
  await expect.element(page.getByRole('row').nth(3)).toBeVisible();
  expect(shown.elements()).toEqual([]);
});
