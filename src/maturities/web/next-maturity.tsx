import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'use-intl';
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

/** The next amount that comes back, when and how much, with a link to the rest. Hidden if it cannot be loaded. */
export function NextMaturity() {
  const t = useTranslations('maturities.next');
  const { data, isError } = useQuery(maturitiesQueries.next);
  const [next] = data ?? [];
  if (isError && !data) return null;
  return (
    <div className={styles.next}>
      <IconMaturities />
      {!data && <SkeletonLine width="long" />}
      {data && !next && <p className={styles.note}>{t('none')}</p>}
      {next && <Comes maturity={next} />}
    </div>
  );
}

function Comes({ maturity }: { maturity: Maturity }) {
  const t = useTranslations('maturities');
  const formatUsd = useUsd();
  const readDay = useDayAndWait();
  const { Amount, Profit, Product, Promised, Withheld, AwaitsOperations } = maturity;
  const total = shownSum(Amount, Profit, -(Withheld ?? 0));
  const usd = `\u2068${formatUsd(total)}\u2069`;
  const returns = Promised ? (Withheld === undefined ? 'certain' : 'taxed') : isToWallet(Product) ? 'wallet' : 'open';
  const how = AwaitsOperations ? 'awaited' : returns;
  return (
    <p className={styles.words}>
      <Link to="/maturities" className={styles.link ?? ''}>
        {AwaitsOperations
          ? t('next.comesOnceKnown', { usd })
          : t('next.comes', { ...readDay(maturity.End), usd, dollars: total })}
      </Link>
      <span className={styles.note}>{t(`next.${how}`, { product: t(`products.${Product}`) })}</span>
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
