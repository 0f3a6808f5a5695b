import { useTranslations } from 'use-intl';
import { Amount } from '#money/web/amount.tsx';
import { ChartReading } from '#platform/web/chart/chart-reading.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import type { EquityPoint } from '../contract.ts';
import type { EquityPart } from './equity-parts.ts';

interface EquityReadingProps {
  day: EquityPoint;
  parts: readonly EquityPart[];
}

/** The figures of the selected day. */
export function EquityReading({ day, parts }: EquityReadingProps) {
  const t = useTranslations('explanations.equity.parts');
  const total = { part: null, name: <DateTime value={day.Date} />, value: <Amount value={day.Shown.Total} /> };
  const each = parts.map((part) => ({ part, name: t(part), value: <Amount value={day.Shown[part]} /> }));
  return <ChartReading readings={[total, ...each]} />;
}
