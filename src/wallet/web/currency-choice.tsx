import { useTranslations } from 'use-intl';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { usePercent } from '#platform/web/ui/percent.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { RadioCards } from '#platform/web/ui/radio-cards.tsx';
import type { Currency, ExchangeRates } from '../contract.ts';
import { useRate } from './use-settled.ts';

interface CurrencyChoiceProps {
  /** Deposits use the high of the rate, withdrawals its low. */
  purpose: 'deposit' | 'withdraw';
  /** The fee of a withdrawal in USDT, per cent; undefined until it is known. */
  usdtFee?: number | undefined;
  rates: ExchangeRates | undefined;
  isPending: boolean;
  value: Currency;
  onChange: (currency: Currency) => void;
}

/** Reais at the day's rate or USDT one to one. Without a rate reais are not offered, and the reason is shown (F2). */
export function CurrencyChoice({ purpose, usdtFee, rates, isPending, value, onChange }: CurrencyChoiceProps) {
  const t = useTranslations('wallet');
  const formatRate = useRate();
  const rate = (purpose === 'deposit' ? rates?.Usdbrl.High : rates?.Usdbrl.Low) ?? 0;
  const hasRate = rate > 0;
  const fee = usePercent()(usdtFee ?? 0);
  const isFree = purpose === 'deposit' || usdtFee === undefined;
  const usdtNote = isFree ? t('deposit.oneToOne') : t('withdraw.usdtNote', { fee });
  return (
    <>
      <RadioCards
        label={t(`${purpose}.currency`)}
        size="large"
        value={value}
        onChange={onChange}
        options={[
          { value: 'brl', label: t('currency.brl'), note: brlNote(), isDisabled: !hasRate && !isPending },
          { value: 'usdt', label: t('currency.usdt'), note: usdtNote },
        ]}
      />
      {!hasRate && !isPending && (
        <Notice tone="caution">
          {t(`${purpose}.noRate`, { why: rates?.Closed ?? 'away', fee, has: isFree ? 'no' : 'fee' })}
        </Notice>
      )}
      {hasRate && rates?.Stale && value === 'brl' && rates.Usdbrl.At && (
        <Notice tone="caution">
          {t.rich('deposit.stale', { time: () => <DateTime value={rates.Usdbrl.At ?? ''} show="minute" /> })}
        </Notice>
      )}
    </>
  );

  function brlNote(): string {
    if (hasRate) return t('deposit.ratePerUsd', { rate: formatRate(rate) });
    return isPending ? '…' : t('deposit.noRateNote');
  }
}
