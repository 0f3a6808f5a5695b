import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useGap } from '#platform/web/i18n/use-gap.ts';
import { useUsd } from '#money/web/amount.tsx';
import { Scrubbed } from '#platform/web/chart/scrubbed.tsx';
import { Disclosure } from '#platform/web/ui/disclosure.tsx';
import type { MaturityMonth } from '../contract.ts';
import { namesOfParts, partsOf } from './month-parts.ts';
import { MonthReading } from './month-reading.tsx';
import { totalOf } from './month-totals.ts';
import { MonthsChart } from './months-chart.tsx';
import styles from './months-figure.module.css';
import { MonthsTable } from './months-table.tsx';
import { useMonthName } from './use-month-name.ts';

/** The chart, the selected month, and a sentence and a table with the same content. */
export function MonthsFigure({ months }: { months: MaturityMonth[] }) {
  const t = useTranslations('maturities.months');
  const [chosen, setAt] = useState(0);
  const at = Math.min(chosen, months.length - 1);
  const readOut = useReadOut();
  const month = months[at];
  if (!month) return null;
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.said}>
        <Said months={months} />
      </figcaption>
      <MonthReading month={month} parts={partsOf(months)} />
      <Scrubbed label={t('choose')} count={months.length} at={at} said={readOut(month)} onLook={setAt}>
        <MonthsChart months={months} at={at} onLook={setAt} />
      </Scrubbed>
      <Disclosure summary={t('table')}>
        <MonthsTable months={months} />
      </Disclosure>
    </figure>
  );
}

function Said({ months }: { months: readonly MaturityMonth[] }) {
  const t = useTranslations('maturities.months');
  const formatUsd = useUsd();
  const monthName = useMonthName();
  const gap = useGap();
  const { positions, amount, promised, result, withheld } = totalOf(months);
  const promise = t('said', {
    count: positions,
    date: monthName(months.at(-1)?.Start ?? ''),
    amount: formatUsd(amount),
    promised: formatUsd(promised),
  });
  const said = withheld === undefined ? promise : `${promise}${gap}${t('taxed', { withheld: formatUsd(withheld) })}`;
  if (result === 0) return said;
  return `${said}${gap}${t('result', { result: formatUsd(result, 'exceptZero') })}`;
}

/** Describes a month in one sentence. */
function useReadOut(): (month: MaturityMonth) => string {
  const t = useTranslations('maturities.months');
  const names = useTranslations('maturities.products');
  const format = useFormatter();
  const formatUsd = useUsd();
  const monthName = useMonthName();
  return (month) => {
    const name = monthName(month.Start);
    if (month.Positions === 0) return t('none', { month: name });
    const parts = partsOf([month]).map((part) => `${names(namesOfParts[part])} ${formatUsd(month.Shown[part])}`);
    return t('point', { month: name, total: formatUsd(totalOf([month]).total), parts: format.list(parts) });
  };
}
