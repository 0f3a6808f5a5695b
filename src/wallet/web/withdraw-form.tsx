import { useStill } from '#platform/web/intents/use-still.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useState } from 'react';
import { type Micros, toJsonNumber, zero } from '#money/money.ts';
import { useUsd } from '#money/web/amount.tsx';
import { AmountField } from '#money/web/amount-field.tsx';
import { useExactUsd } from '#money/web/exact-usd.tsx';
import { useAvailableNote } from '#money/web/use-available-note.ts';
import { wholeOf } from '#money/web/whole-of.ts';
import type { SentBodyOf } from '#platform/endpoint.ts';
import { readUuid } from '#platform/web/session.ts';
import { useTypedState } from '#platform/web/loading/typed.ts';
import { useSite } from '#platform/web/site.ts';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { Form, Submit } from '#platform/web/ui/form.tsx';
import { DialogActions, DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { useFirstField } from '#platform/web/ui/use-first-field.ts';
import type { Currency, openWithdrawal, WithdrawalTerms } from '../contract.ts';
import { CurrencyChoice } from './currency-choice.tsx';
import { walletQueries } from './data.ts';
import { type QuotedTerms, quotedTerms } from './quoted-rate.ts';
import { useTypedAmount } from './use-typed-amount.ts';
import { WithdrawQuote } from './withdraw-quote.tsx';
import { isOverLimit, needsApproval, problemOf, quoteInput, withdrawalRate } from './withdraw-input.ts';
import { WithdrawalsUnderWay } from './withdrawals-under-way.tsx';

/** The request, with the rate or fee that was shown. */
export interface WithdrawalInput {
  body: SentBodyOf<typeof openWithdrawal>;
  headers: QuotedTerms;
}

interface WithdrawFormProps {
  /** An amount suggested by another screen, as a decimal. */
  suggested: string | null;
  /** The currency chosen earlier, when the customer returns to the form. */
  chosen: Currency | undefined;
  balance: number | undefined;
  isWorking: boolean;
  onConfirm: (input: WithdrawalInput) => void;
}

export function WithdrawForm({ suggested, chosen, balance, isWorking, onConfirm }: WithdrawFormProps) {
  const t = useTranslations('wallet.withdraw');
  const money = useTranslations('money');
  const loading = useTranslations('platform')('loading');
  const form = useFirstField();
  const formatUsd = useUsd();
  const { typed, setTyped, amount } = useTypedAmount(suggested);
  const { quoted, choice } = useCurrencyChoice(chosen, isWorking);
  const [isRefused, setIsRefused] = useState(false);
  const { currency, rate } = quoted;
  const terms = useStill(useQuery(walletQueries.terms).data, isWorking);
  const problem = problemOf(amount, balance);
  const usdtFee = terms?.UsdtFee;
  const quote = quoteInput(amount, { currency, rate, usdtFee });
  const isWaiting = needsApproval(amount, terms);
  // An amount above the balance is flagged while typing; an invalid one only after submitting.
  const isProblemShown = problem === 'tooMuch' || (isRefused && problem === 'invalid');
  const says = blockOf();

  function blockOf(): string | null {
    if (problem === 'tooMuch') return money('most', { amount: formatUsd(toJsonNumber(wholeOf(balance ?? 0).all)) });
    if (problem) return money('enter');
    return quote ? null : loading;
  }
  function submit() {
    setIsRefused(true);
    if (problem || !quote || !amount) return;
    const body = { amount: toJsonNumber(amount), user: readUuid() ?? '', currency };
    onConfirm({ body, headers: quotedTerms({ currency, rate, usdtFee }) });
  }

  return (
    <Form ref={form} isWorking={isWorking} blocked={says === null ? null : { says }} onSubmit={submit}>
      <DialogBody>
        <SandboxNotice />
        <WithdrawalsUnderWay isSent={isWorking} />
        <AmountField
          label={t('amount')}
          value={typed}
          onChange={setTyped}
          hint={useAvailableNote(balance)}
          all={balance === undefined ? undefined : { amount: wholeOf(balance).all, label: t('all') }}
          error={isProblemShown && problem ? t(problem) : undefined}
        />
        <div role="status">
          <Rest amount={amount} balance={balance} />
          {terms && <Waiting amount={amount} terms={terms} />}
        </div>
        <CurrencyChoice purpose="withdraw" usdtFee={usdtFee} {...choice} />
        <WithdrawQuote
          {...{ quote, amount, currency, rate, usdtFee, balance }}
          isApproved={isWaiting === null ? null : !isWaiting}
        />
      </DialogBody>
      <DialogActions>
        <Submit>{amount && t('confirm', { amount: formatUsd(toJsonNumber(amount)) })}</Submit>
      </DialogActions>
    </Form>
  );
}

/** Says, when the customer withdraws everything, that less than a cent remains. */
function Rest({ amount, balance = 0 }: { amount: Micros | null; balance: number | undefined }) {
  const t = useTranslations('wallet.withdraw');
  const exactUsd = useExactUsd();
  const { all, rest } = wholeOf(balance);
  if (rest <= zero || all <= zero || amount !== all) return null;
  return <Notice>{t('rest', { rest: exactUsd(rest) })}</Notice>;
}

/** Says, before the request, why this withdrawal would wait for an operator, and for how long. */
function Waiting({ amount, terms }: { amount: Micros | null; terms: WithdrawalTerms }) {
  const t = useTranslations('wallet.withdraw');
  const formatUsd = useUsd();
  const [change] = terms.Waits;
  if (change) {
    const time = () => <DateTime value={change.Until} show="minute" />;
    return <Notice tone="caution">{t.rich(`waits.${change.Why}`, { time })}</Notice>;
  }
  if (amount === null || !isOverLimit(amount, terms)) return null;
  return <Notice>{t('limit', { limit: formatUsd(terms.Limit), left: formatUsd(terms.Left) })}</Notice>;
}

function SandboxNotice() {
  const t = useTranslations('wallet.deposit');
  const { mode } = useSite();
  return mode === 'sandbox' ? <Notice>{t('sandbox')}</Notice> : null;
}

/** The currency chosen, as long as there is a rate for it. */
function useCurrencyChoice(first: Currency = 'brl', isSent: boolean) {
  const { data, isPending } = useQuery(walletQueries.rates);
  const rates = useStill(data, isSent);
  const [chosen, setChosen] = useTypedState('currency', first);
  const rate = withdrawalRate(rates);
  const currency: Currency = chosen === 'brl' && !rate && !isPending ? 'usdt' : chosen;
  return { quoted: { currency, rate }, choice: { rates, isPending, value: currency, onChange: setChosen } };
}
