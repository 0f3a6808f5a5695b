import { useTranslations } from 'use-intl';
import { micros, type Micros, toJsonNumber, zero } from '#money/money.ts';
import { shownSum } from '#money/shown.ts';
import { Amount } from '#money/web/amount.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import type { Currency } from '../contract.ts';
import type { ExchangeRate, Quote } from '../quote.ts';
import { useRate, useSettled } from './use-settled.ts';

interface DepositQuoteProps {
  /** Null until there is an amount to quote. */
  quote: Quote | null;
  amount: Micros | null;
  currency: Currency;
  rate: ExchangeRate | null;
  balance: number | undefined;
}

const unknown = '—';

/** Shows, before confirming, what leaves the brokerage, at which rate and fee, and what arrives here. */
export function DepositQuote({ quote, amount, currency, rate, balance }: DepositQuoteProps) {
  const t = useTranslations('wallet.deposit');
  const settled = useSettled();
  const formatRate = useRate();
  const arrives = quote && amount ? amount : zero;
  return (
    <Facts>
      <Fact label={t('rate')}>
        {currency === 'usdt'
          ? t('oneToOne')
          : rate
            ? t('ratePerUsd', { rate: formatRate(toJsonNumber(micros(rate))) })
            : unknown}
      </Fact>
      <Fact label={t('fee')}>
        {quote && quote.fee > zero ? <Amount value={toJsonNumber(quote.fee)} /> : t('noFee')}
      </Fact>
      <Fact label={t('leaves')}>{quote ? settled(toJsonNumber(quote.net), currency) : unknown}</Fact>
      <Fact label={t('arrives')} isResult>
        {quote ? <Amount value={toJsonNumber(arrives)} /> : unknown}
      </Fact>
      {balance !== undefined && (
        <Fact label={t('after')}>
          <Amount value={shownSum(balance, toJsonNumber(arrives))} />
        </Fact>
      )}
    </Facts>
  );
}
