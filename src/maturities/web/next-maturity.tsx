import { useQuery } from '@tanstack/react-query';
import { useFormatter, useLocale, useTranslations } from 'use-intl';
import { Link } from 'react-router';
import { shownSum } from '#money/shown.ts';
import { useUsd } from '#money/web/amount.tsx';
import { businessNow } from '#platform/web/server-clock.ts';
import { useDate } from '#platform/web/ui/date-time.tsx';
import { IconMaturities } from '#platform/web/ui/icons-status.tsx';
import { SkeletonLine } from '#platform/web/ui/skeleton.tsx';
import { isToWallet, type Maturity } from '../contract.ts';
import { maturitiesQueries } from './data.ts';
import { daysUntil } from './days-until.ts';
import styles from './next-maturity.module.css';

/** All that comes back on the next day on which something does, when and how much, with a link to the rest. Hidden if it cannot be loaded. */
export function NextMaturity() {
  const t = useTranslations('maturities.next');
  const { data, isError } = useQuery(maturitiesQueries.next);
  if (isError && !data) return null;
  return (
    <div className={styles.next}>
      <IconMaturities />
      {!data && <SkeletonLine width="long" />}
      {data?.length === 0 && <p className={styles.note}>{t('none')}</p>}
      {data && data.length > 0 && <Comes maturities={ofFirstDay(data)} />}
    </div>
  );
}

/** Those that come back on the day of the first, counted by the reader's midnights; or all whose last operations are awaited. */
function ofFirstDay(soonestFirst: readonly Maturity[]): Maturity[] {
  const now = businessNow();
  const dayOf = ({ End, AwaitsOperations }: Maturity) => (AwaitsOperations ? null : daysUntil(new Date(End), now));
  return soonestFirst.filter((each) => dayOf(each) === dayOf(soonestFirst[0] ?? each));
}

/** How they come back. Of several, the least certain. */
function howOf(maturities: readonly Maturity[]): 'awaited' | 'open' | 'wallet' | 'taxed' | 'certain' {
  if (maturities.some(({ AwaitsOperations }) => AwaitsOperations)) return 'awaited';
  const isOpen = maturities.some(({ Promised }) => !Promised);
  if (isOpen) return maturities.every(({ Product }) => isToWallet(Product)) ? 'wallet' : 'open';
  return maturities.some(({ Withheld }) => Withheld !== undefined) ? 'taxed' : 'certain';
}

function Comes({ maturities }: { maturities: readonly Maturity[] }) {
  const t = useTranslations('maturities');
  const formatUsd = useUsd();
  const format = useFormatter();
  const readDay = useDayAndWait();
  const total = shownSum(...maturities.flatMap(({ Amount, Profit, Withheld }) => [Amount, Profit, -(Withheld ?? 0)]));
  const usd = `\u2068${formatUsd(total)}\u2069`;
  const how = howOf(maturities);
  const products = [...new Set(maturities.map(({ Product }) => t(`products.${Product}`)))];
  return (
    <p className={styles.words}>
      <Link to="/maturities" className={styles.link ?? ''}>
        {how === 'awaited'
          ? t('next.comesOnceKnown', { usd })
          : t('next.comes', { ...readDay(maturities[0]?.End ?? ''), usd, dollars: total })}
      </Link>
      <span className={styles.note}>{t(`next.${how}`, { product: format.list(products) })}</span>
    </p>
  );
}

/** `30 de dez.`, with the year unless it is the current one, and `em 8 dias`, counted by the reader's midnights. */
function useDayAndWait(): (end: string) => { day: string; when: string } {
  const formatDate = useDate();
  const locale = useLocale();
  return (end) => {
    const [at, now] = [new Date(end), businessNow()];
    const isThisYear = formatDate(end, { year: 'numeric' }) === formatDate(now.toISOString(), { year: 'numeric' });
    const shape = { day: 'numeric', month: 'short' } as const;
    return {
      day: formatDate(end, isThisYear ? shape : { ...shape, year: 'numeric' }),
      when: new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(daysUntil(at, now), 'day'),
    };
  };
}
