import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answerNetwork, refusal } from '#testing/web/network.ts';
import { show } from '#testing/web/show.tsx';
import { beginSession, keepUuid } from '#platform/web/session.ts';
import { listTransfers, openWithdrawal, readRates, readWithdrawalTerms } from '../contract.ts';
import { depositOf, rates } from './testing/transfers.ts';
import { WithdrawDialog } from './withdraw-dialog.tsx';

test('[F2] [R6] the USDT fee is the server’s; one that changed before the confirm is shown and confirmed again', async () => {
  localStorage.clear();
  beginSession('a-token');
  keepUuid('6f9619ff-8b86-4d01-b42d-00cf4fc964ff');
  window.history.replaceState(null, '', '/dashboard?dialog=withdraw');
  let UsdtFee = 0.5;
  const network = answerNetwork()
    .answer(readRates, () => rates)
    .answer(listTransfers, () => [])
    .answer(readWithdrawalTerms, () => ({ Limit: 5000, Left: 5000, UsdtFee, Waits: [] }))
    .answer(openWithdrawal, ({ headers }) =>
      headers.get('quoted-fee') === '4'
        ? depositOf({ Amount: 150, Currency: 'usdt', Rate: 1, Fee: 6, Net: 144 })
        : refusal(409, 'terms_changed', 'A taxa mudou.'),
    );
  await show(
    <WithdrawDialog
      isOpen
      onClose={() => {}}
      balance={10_000}
      unconfirmedEmail={null}
      sendAgain={null}
      ApprovalStep={() => null}
    />,
  );
  const dialog = page.getByRole('dialog', { name: 'Solicitar Saque' });
  await dialog.getByRole('textbox').fill('150');
  await expect.element(page.getByText('1 para 1, taxa de 0,5%')).toBeVisible();
  await page.getByRole('radio', { name: /Tether/ }).click();
  await expect.element(dialog).toHaveTextContent('Taxa (0,5%)US$ 0,75');
  await expect.element(dialog).toHaveTextContent('149,25 USDT');
  UsdtFee = 4;
  await page.getByRole('button', { name: 'Sacar US$ 150,00' }).click();
  await expect.element(page.getByText('A taxa mudou.')).toBeVisible();
  await expect.element(dialog).toHaveTextContent('Taxa (4%)US$ 6,00');
  await expect.element(dialog).toHaveTextContent('144,00 USDT');
  await page.getByRole('button', { name: 'Sacar US$ 150,00' }).click();
  await vi.waitFor(() => expect(network.callsTo(openWithdrawal)).toHaveLength(2));
  const said = network.callsTo(openWithdrawal).map(({ headers }) => headers.get('quoted-fee'));
  expect(said).toEqual(['0.5', '4']);
});
