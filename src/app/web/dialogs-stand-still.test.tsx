import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openLicence, readCopyOffer } from '#copytrade/contract.ts';
import { NewLicenceDialog } from '#copytrade/web/new-licence-dialog.tsx';
import { offerOf } from '#copytrade/web/testing/licences.ts';
import { noteBusinessTime } from '#platform/web/server-clock.ts';
import { dismissToast, readToasts } from '#platform/web/ui/toasts.ts';
import { openInvestment, readPlan } from '#primevault/contract.ts';
import { NewInvestmentDialog } from '#primevault/web/new-investment-dialog.tsx';
import { planOf } from '#primevault/web/testing/investments.ts';
import { depositToBot, investWithBot, readBotSettings, subscribe, withdrawFromBot } from '#primezord/contract.ts';
import { DepositDialog as BotDepositDialog } from '#primezord/web/deposit-dialog.tsx';
import { InvestDialog } from '#primezord/web/invest-dialog.tsx';
import { SubscribeDialog } from '#primezord/web/subscribe-dialog.tsx';
import { readRecord } from '#payouts/record-contract.ts';
import { recordOf } from '#payouts/web/testing/records.ts';
import { botSettings } from '#primezord/web/testing/bot.ts';
import { WithdrawDialog as BotWithdrawDialog } from '#primezord/web/withdraw-dialog.tsx';
import { cancelStake, openStake, readStakeOffer } from '#stakes/contract.ts';
import { CancelStakeDialog } from '#stakes/web/cancel-stake-dialog.tsx';
import { NewStakeDialog } from '#stakes/web/new-stake-dialog.tsx';
import { offerOf as stakeOfferOf, stakeOf } from '#stakes/web/testing/stakes.ts';
import {
  listTransfers,
  openDeposit,
  openWithdrawal,
  readDepositTerms,
  readRates,
  readWithdrawalTerms,
} from '#wallet/contract.ts';
import { DepositDialog } from '#wallet/web/deposit-dialog.tsx';
import { depositOf, rates } from '#wallet/web/testing/transfers.ts';
import { WithdrawDialog } from '#wallet/web/withdraw-dialog.tsx';
import { answerNetwork, type Network, refusal } from '#testing/web/network.ts';
import { show } from '#testing/web/show.tsx';

/** Every dialog that moves money has to keep the confirmed figures on screen from the press of its button until the answer. */
let network: Network;
let answer: (response: Response) => void;
/** Whether the amount has left the balance and every figure on the server has changed. */
let isHeld: boolean;

beforeEach(async () => {
  vi.restoreAllMocks();
  for (const { id } of readToasts()) dismissToast(id);
  window.history.replaceState(null, '', '/dashboard');
  noteBusinessTime('2026-03-02T12:00:00.000Z');
  await page.viewport(1440, 900);
  isHeld = false;
  const held = new Promise<Response>((resolve) => (answer = resolve));
  const later = () => held;
  const dear = { ...rates, Usdbrl: { ...rates.Usdbrl, High: 6.4321, Low: 6.4 } };
  network = answerNetwork()
    .answer(readRates, () => (isHeld ? dear : rates))
    .answer(readWithdrawalTerms, () => ({ Limit: 5000, Left: isHeld ? 0 : 5000, UsdtFee: isHeld ? 9 : 2, Waits: [] }))
    .answer(readDepositTerms, () => ({ Minimum: isHeld ? 500 : 1 }))
    .answer(listTransfers, () => (isHeld ? [depositOf({ Amount: 100 })] : []))
    .answer(readCopyOffer, () => offerOf({ Open: !isHeld }))
    .answer(readRecord, () => recordOf({ Since: isHeld ? null : '2025-11-03T14:30:00.000Z' }))
    .answer(readPlan, () => planOf({ TermsAccepted: true, Days: isHeld ? 90 : 180 }))
    .answer(readBotSettings, () => ({ ...botSettings, EntryFee: isHeld ? 75 : 50, Days: isHeld ? 60 : 30 }))
    .answer(openWithdrawal, later)
    .answer(openDeposit, later)
    .answer(readStakeOffer, () => stakeOfferOf(isHeld ? { Periods: [] } : {}))
    .answer(openStake, later)
    .answer(cancelStake, later)
    .answer(openLicence, later)
    .answer(openInvestment, later)
    .answer(depositToBot, later)
    .answer(withdrawFromBot, later)
    .answer(investWithBot, later)
    .answer(subscribe, later);
});

const changed = 'figures-changed';
const close = () => {};

/** Mimics the frame when notified of a change: it passes down other figures and refetches every query. */
function Changing({ children }: { children: (balance: number) => ReactNode }) {
  const [balance, setBalance] = useState(100);
  const queries = useQueryClient();
  useEffect(() => {
    const change = () => {
      setBalance(0);
      void queries.invalidateQueries();
    };
    window.addEventListener(changed, change);
    return () => window.removeEventListener(changed, change);
  }, [queries]);
  return children(balance);
}

const dialog = page.getByRole('dialog');
const press = (name: RegExp | string) => dialog.getByRole('button', { name }).click();
const pick = (amount: string) => dialog.getByRole('radio', { name: amount, exact: true }).click();
const fill = () => dialog.getByRole('textbox').fill('100');
const select = () => pick('US$ 100');
/** Waits for the record, including its chart, which loads after the figures. */
const selectInformed = async () => {
  await expect.element(dialog).toHaveTextContent('Pior queda');
  await expect.element(dialog).toHaveTextContent('+4%');
  await select();
};
const tick = async () => {
  await dialog.getByRole('checkbox').click();
  await press('Continuar');
};

const approvalStep = () => null;
const withdrawal = (balance: number) => (
  <WithdrawDialog
    isOpen
    onClose={close}
    balance={balance}
    unconfirmedEmail={null}
    sendAgain={null}
    ApprovalStep={approvalStep}
  />
);

interface Case {
  name: string;
  shown: (balance: number) => ReactNode;
  /** Fills the dialog in, up to its button. */
  fill: () => Promise<void>;
  button: RegExp;
}

const cases: Case[] = [
  { name: 'withdraw', shown: withdrawal, fill, button: /^Sacar US/ },
  {
    name: 'bring',
    shown: (balance) => <DepositDialog isOpen onClose={close} balance={balance} />,
    fill,
    button: /^Trazer US/,
  },
  {
    name: 'stake',
    shown: (balance) => <NewStakeDialog isOpen onClose={close} balance={balance} />,
    fill: async () => {
      await tick();
      await pick('US$ 100');
    },
    button: /US\$\s100,00/,
  },
  {
    name: 'leave a stake',
    shown: (balance) => (
      <CancelStakeDialog
        stake={stakeOf({ Status: balance > 0 ? 'in_progress' : 'canceled' })}
        onClose={close}
        ApprovalStep={approvalStep}
      />
    ),
    fill: async () => {},
    button: /US\$/,
  },
  {
    name: 'copy',
    shown: (balance) => <NewLicenceDialog isOpen onClose={close} balance={balance} />,
    fill: selectInformed,
    button: /US\$\s100,00/,
  },
  {
    name: 'vault',
    shown: (balance) => <NewInvestmentDialog isOpen onClose={close} balance={balance} />,
    fill: async () => {
      await press('Continuar');
      await pick('US$ 100');
    },
    button: /US\$\s100,00/,
  },
  {
    name: 'bot deposit',
    shown: (balance) => <BotDepositDialog onClose={close} balance={balance} available={balance} />,
    fill: select,
    button: /US\$\s100,00/,
  },
  {
    name: 'bot withdraw',
    shown: (balance) => <BotWithdrawDialog onClose={close} balance={balance} available={balance} />,
    fill: select,
    button: /^Sacar US/,
  },
  {
    name: 'bot invest',
    shown: (balance) => <InvestDialog onClose={close} balance={balance} available={balance} />,
    fill: selectInformed,
    button: /US\$\s100,00/,
  },
  {
    name: 'subscribe',
    shown: (balance) => (
      <SubscribeDialog
        isOpen
        onClose={close}
        balance={balance}
        hasBot={false}
        onSubscribed={close}
        ApprovalStep={approvalStep}
      />
    ),
    fill: () => press('Continuar'),
    button: /US\$\s50,00/,
  },
];

/**
 * Waits until separately fetched parts are loaded and what is rendered has been measured, which a browser does only when it paints a frame.
 */
async function untilAllIsThere(): Promise<void> {
  const text = (): string => dialog.element().textContent;
  if (text().includes('Pior queda')) await vi.waitFor(() => expect(text()).toContain('2 de dez.'));
  for (let before = ''; before !== text();) {
    before = text();
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** Collects the texts of nodes added to an element from now on. */
function followComings(element: Element): string[] {
  const texts: string[] = [];
  const note = (changes: MutationRecord[]) =>
    void texts.push(...changes.flatMap(({ addedNodes }) => [...addedNodes]).map((node) => node.textContent ?? ''));
  new MutationObserver(note).observe(element, { subtree: true, childList: true });
  return texts;
}

test.each(cases)('[F1] [L7] $name: nothing in the dialog changes between the confirm and the answer', async (each) => {
  await show(<Changing>{each.shown}</Changing>);
  await each.fill();
  const button = dialog.getByRole('button', { name: each.button });
  await expect.element(button).toBeEnabled();
  await untilAllIsThere();
  const confirmed = dialog.element().textContent;
  const comings = followComings(dialog.element());
  await button.click();
  const moves = () => network.calls.filter(({ method }) => method === 'POST').length;
  await vi.waitFor(() => expect(moves()).toBe(1));
  const waiting = dialog.element().textContent;
  isHeld = true;
  window.dispatchEvent(new Event(changed));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(dialog.element().textContent).toBe(waiting);
  // Nor did anything appear and vanish again: only the button shows that it is busy.
  expect(comings).toEqual(['Aguarde...']);
  expect(dialog.getByRole('alert').elements()).toHaveLength(0);
  // After a refusal the current figures are shown, and may be confirmed again.
  answer(refusal(422, 'insufficient_balance', 'Saldo insuficiente.'));
  await vi.waitFor(() => expect(dialog.element().textContent).not.toBe(confirmed));
});
