import { useFormatter, useTranslations } from 'use-intl';
import { type Micros, toJsonNumber } from '#money/money.ts';
import { useUsd } from '#money/web/amount.tsx';
import { missingOf } from '#money/web/remainder.ts';
import { Notice } from '#platform/web/ui/notice.tsx';
import type { BrokerageBalance } from '../contract.ts';
import { useSettled } from './use-settled.ts';

type Balances = BrokerageBalance['Balances'];

/** The customer's balances at the brokerage, dollars first; or that they are being fetched or are not known. Never a guess. */
export function AtBroker({ balances, isAsked }: { balances: Balances | undefined; isAsked: boolean }) {
  const t = useTranslations('wallet.deposit');
  const format = useFormatter();
  const formatUsd = useUsd();
  const settled = useSettled();
  if (!balances) return t(isAsked ? 'atBrokerAsked' : 'atBrokerUnknown');
  const { Usd, Brl, Usdt } = balances;
  const amounts = [
    formatUsd(Usd),
    ...(Brl > 0 ? [settled(Brl, 'brl')] : []),
    ...(Usdt > 0 ? [settled(Usdt, 'usdt')] : []),
  ];
  return t('atBroker', { amounts: format.list(amounts) });
}

/** Warns beforehand when the amount exceeds the dollars at the brokerage, which may refuse it; only its answer is decisive. */
export function MoreThanThere({ amount, balances }: { amount: Micros | null; balances: Balances | undefined }) {
  const t = useTranslations('wallet.deposit');
  const formatUsd = useUsd();
  const missing = balances && amount !== null ? missingOf(balances.Usd, toJsonNumber(amount)) : null;
  if (missing === null) return null;
  return <Notice tone="caution">{t('moreThanThere', { missing: formatUsd(Number(missing)) })}</Notice>;
}
