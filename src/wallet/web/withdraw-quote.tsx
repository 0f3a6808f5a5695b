import { useTranslations } from 'use-intl';
import { fromJsonNumber, micros, type Micros, toJsonNumber, zero } from '#money/money.ts';
import { Amount } from '#money/web/amount.tsx';
import { useExactUsd } from '#money/web/exact-usd.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { usePercent } from '#platform/web/ui/percent.tsx';
import type { Currency } from '../contract.ts';
import type { ExchangeRate, Quote } from '../quote.ts';
import { useRate, useSettled } from './use-settled.ts';

interface WithdrawQuoteProps {
  /** Null until there is an amount to compute with. */
  quote: Quote | null;
  amount: Micros | null;
  currency: Currency;
  rate: ExchangeRate | null;
  /** In per cent; undefined until loaded. */
  usdtFee: number | undefined;
  balance: number | undefined;
  isApproved: boolean | null;
}

const unknown = '—';

/** Shows, before confirmation, the amount that leaves the balance, the fee and rate, and what arrives when. */
export function WithdrawQuote({ quote, amount, currency, rate, usdtFee, balance, isApproved }: WithdrawQuoteProps) {
  const t = useTranslations('wallet.withdraw');
  const settled = useSettled();
  const leaves = quote && amount ? amount : zero;
  const after = balance === undefined ? null : fromJsonNumber(balance) - leaves;
  return (
    <Facts>
      <Fact label={t('leaves')}>{quote ? <Amount value={toJsonNumber(leaves)} /> : unknown}</Fact>
      <Terms quote={quote} currency={currency} rate={rate} usdtFee={usdtFee} />
      <Fact label={t('arrives')} isResult>
        {quote ? settled(toJsonNumber(quote.net), currency) : unknown}
      </Fact>
      <Fact label={t('when')}>{isApproved === false ? t('whenApproved') : t('whenConfirmed')}</Fact>
      {after !== null && after >= zero && (
        <Fact label={t('after')}>
          <Amount value={toJsonNumber(micros(after))} />
        </Fact>
      )}
    </Facts>
  );
}

function Terms({
  quote,
  currency,
  rate,
  usdtFee,
}: Pick<WithdrawQuoteProps, 'quote' | 'currency' | 'rate' | 'usdtFee'>) {
  const t = useTranslations('wallet');
  const formatRate = useRate();
  const exactUsd = useExactUsd();
  const percent = usePercent();
  if (currency === 'usdt') {
    const label = usdtFee === undefined ? t('deposit.fee') : t('withdraw.feePercent', { percent: percent(usdtFee) });
    return (
      <>
        <Fact label={label}>{quote ? exactUsd(quote.fee) : unknown}</Fact>
        <Fact label={t('deposit.rate')}>{t('deposit.oneToOne')}</Fact>
      </>
    );
  }
  return (
    <>
      <Fact label={t('deposit.fee')}>{t('deposit.noFee')}</Fact>
      <Fact label={t('deposit.rate')}>
        {rate ? t('deposit.ratePerUsd', { rate: formatRate(toJsonNumber(micros(rate))) }) : unknown}
      </Fact>
    </>
  );
}
