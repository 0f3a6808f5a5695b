import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerNetwork } from '#testing/web/network.ts';
import { show } from '#testing/web/show.tsx';
import { noteBusinessTime } from '#platform/web/server-clock.ts';
import { openStake, readStakeOffer } from '../contract.ts';
import { NewStakeDialog } from './new-stake-dialog.tsx';
import { StakeTable } from './stake-table.tsx';
import { offerOf, stakeOf } from './testing/stakes.ts';

beforeEach(async () => {
  noteBusinessTime('2026-03-02T12:00:00.000Z');
  await page.viewport(1440, 900);
});

async function toChoice(taxRate?: number) {
  const offer = offerOf(taxRate === undefined ? {} : { TaxRate: taxRate });
  const network = answerNetwork()
    .answer(readStakeOffer, () => offer)
    .answer(openStake, () => stakeOf());
  await show(<NewStakeDialog isOpen onClose={() => {}} balance={1000} />);
  await expect.element(page.getByRole('checkbox')).toBeVisible();
  return network;
}
async function choose() {
  await page.getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('radio', { name: '60 dias' }).click();
  await page.getByRole('radio', { name: 'US$ 300', exact: true }).click();
}

test('[S3] [S7] a tax is part of what is accepted and deducted from what comes back; the request names the tax shown', async () => {
  const network = await toChoice(17.5);
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toHaveTextContent('Quando o lucro é pago, 17,5% dele são retidos como imposto');
  await expect.element(dialog).toHaveTextContent('o valor e o lucro, menos o imposto, voltam sozinhos ao seu saldo');
  const accept = 'Li e entendi o prazo, o retorno, o imposto, a taxa de saída antecipada e o risco.';
  await expect.element(page.getByRole('checkbox', { name: accept, exact: true })).toBeVisible();
  await choose();
  await expect.element(dialog).toHaveTextContent('Lucro estimado (25%)+US$ 75,00');
  // Rounded as a loss is: 13.125 is shown as 13.13, so that the screen never shows more coming back than does.
  await expect.element(dialog).toHaveTextContent('Imposto retido (17,5% do lucro)-US$ 13,13');
  await expect.element(dialog).toHaveTextContent('US$ 361,87');
  // Not a loss: it has the sign but not the colour.
  expect(
    page
      .getByText(/^-US\$\s13,13$/)
      .element()
      .closest('[data-direction]'),
  ).toBeNull();
  await page.getByRole('button', { name: 'Aplicar US$ 300,00' }).click();
  await expect.poll(() => network.callsTo(openStake)[0]?.headers.get('quoted-tax')).toBe('17.5');
});

test('[S3] without a tax none is mentioned, and the request says that none was shown', async () => {
  const network = await toChoice();
  const dialog = page.getByRole('dialog');
  expect(dialog.element().textContent).not.toMatch(/impost/i);
  await choose();
  await expect.element(dialog).toHaveTextContent('US$ 375,00');
  expect(dialog.element().textContent).not.toMatch(/impost/i);
  await page.getByRole('button', { name: 'Aplicar US$ 300,00' }).click();
  await expect.poll(() => network.callsTo(openStake)[0]?.headers.get('quoted-tax')).toBe('0');
});

test('[S5] the list notes that the tax is already deducted', async () => {
  answerNetwork();
  const taxed = { ...stakeOf(), Amount: 300, Rate: 25, TaxRate: 20 };
  await show(<StakeTable stakes={[taxed]} onCancel={() => {}} />);
  const table = page.getByRole('table');
  await expect.element(table).toHaveTextContent('US$ 360,00');
  await expect.element(table).toHaveTextContent('já sem o imposto de 20%');
});
