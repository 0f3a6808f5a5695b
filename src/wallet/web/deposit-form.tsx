import { useStill } from '#platform/web/intents/use-still.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useState } from 'react';
import { toJsonNumber } from '#money/money.ts';
import { useUsd } from '#money/web/amount.tsx';
import { AmountField } from '#money/web/amount-field.tsx';
import { wholeOf } from '#money/web/whole-of.ts';
import type { SentBodyOf } from '#platform/endpoint.ts';
import { readUuid } from '#platform/web/session.ts';
import { useTypedState } from '#platform/web/loading/typed.ts';
import { useSite } from '#platform/web/site.ts';
import { Form, Submit } from '#platform/web/ui/form.tsx';
import { DialogActions, DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { useFirstField } from '#platform/web/ui/use-first-field.ts';
import type { Currency, openDeposit } from '../contract.ts';
import { AtBroker, MoreThanThere } from './at-broker.tsx';
import { CurrencyChoice } from './currency-choice.tsx';
import { walletQueries } from './data.ts';
import { DepositQuote } from './deposit-quote.tsx';
import { depositRate, problemOf, quoteInput } from './deposit-input.ts';
import { type QuotedRate, quotedRate } from './quoted-rate.ts';
import { useTypedAmount } from './use-typed-amount.ts';

interface DepositFormProps {
  /** An amount suggested by another screen, as a decimal. */
  suggested: string | null;
  balance: number | undefined;
  isWorking: boolean;
  onConfirm: (input: { body: SentBodyOf<typeof openDeposit>; headers: QuotedRate }) => void;
}

export function DepositForm({ suggested, balance, isWorking, onConfirm }: DepositFormProps) {
  const t = useTranslations('wallet.deposit');
  const money = useTranslations('money');
  const loading = useTranslations('platform')('loading');
  const form = useFirstField();
  const formatUsd = useUsd();
  const { mode } = useSite();
  const { data, isPending } = useQuery(walletQueries.rates);
  const rates = useStill(data, isWorking);
  const { typed, setTyped, amount } = useTypedAmount(suggested);
  const [chosen, setChosen] = useTypedState<Currency>('currency', 'brl');
  const [isRefused, setIsRefused] = useState(false);
  const rate = depositRate(rates);
  const currency = chosen === 'brl' && !rate && !isPending ? 'usdt' : chosen;
  const terms = useStill(useQuery(walletQueries.depositTerms).data, isWorking);
  const atBroker = useQuery(walletQueries.atBroker);
  const balances = useStill(atBroker.data?.Balances, isWorking);
  const quote = quoteInput(amount, currency, rate);
  const problem = problemOf(amount, terms);

  const minimum = formatUsd(terms?.Minimum ?? 0);
  const says = blockOf();

  function blockOf(): string | null {
    if (problem) return problem === 'tooLittle' ? money('least', { amount: minimum }) : money('enter');
    return quote ? null : loading;
  }
  function submit() {
    setIsRefused(problem !== null);
    if (problem || !quote || !amount) return;
    const body = { amount: toJsonNumber(amount), user: readUuid() ?? '', currency };
    onConfirm({ body, headers: quotedRate(currency, rate) });
  }

  return (
    <Form ref={form} isWorking={isWorking} blocked={says === null ? null : { says }} onSubmit={submit}>
      <DialogBody>
        {mode === 'sandbox' && <Notice>{t('sandbox')}</Notice>}
        <AmountField
          label={t('amount')}
          value={typed}
          onChange={setTyped}
          hint={<AtBroker balances={balances} isAsked={atBroker.isPending} />}
          all={balances ? { amount: wholeOf(balances.Usd).all, label: t('all') } : undefined}
          error={isRefused && problem && t(problem, { minimum })}
        />
        <div role="status">
          <MoreThanThere amount={amount} balances={balances} />
        </div>
        <CurrencyChoice purpose="deposit" rates={rates} isPending={isPending} value={currency} onChange={setChosen} />
        <DepositQuote quote={quote} amount={amount} currency={currency} rate={rate} balance={balance} />
      </DialogBody>
      <DialogActions>
        <Submit>{amount && t('confirm', { amount: formatUsd(toJsonNumber(amount)) })}</Submit>
      </DialogActions>
    </Form>
  );
}
