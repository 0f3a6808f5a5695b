import { useTranslations } from 'use-intl';
import { Amount } from '#money/web/amount.tsx';
import { ChartReading } from '#platform/web/chart/chart-reading.tsx';
import type { MaturityMonth } from '../contract.ts';
import { type MonthPart, namesOfParts } from './month-parts.ts';
import { totalOf } from './month-totals.ts';
import { useMonthName } from './use-month-name.ts';

interface MonthReadingProps {
  month: MaturityMonth;
  parts: readonly MonthPart[];
}

/** The selected month, in figures. */
export function MonthReading({ month, parts }: MonthReadingProps) {
  const t = useTranslations('maturities.products');
  const monthName = useMonthName();
  const total = { part: null, name: monthName(month.Start), value: <Amount value={totalOf([month]).total} /> };
  const each = parts.map((part) => ({
    part,
    name: t(namesOfParts[part]),
    value: <Amount value={month.Shown[part]} />,
  }));
  return <ChartReading readings={[total, ...each]} />;
}
