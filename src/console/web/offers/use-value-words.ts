import { useFormatter, useTranslations } from 'use-intl';
import { useUsd } from '#money/web/amount.tsx';
import { useWholeUsd } from '#money/web/whole-usd.ts';
import type { Unit } from '#console/offers-contract.ts';
import { usePercent } from '#platform/web/ui/percent.tsx';

interface PlanValue {
  days: number;
  rate: number;
  amounts: number[];
  offered: boolean;
}

/** Formats a setting's value with its unit; stake periods take a line each. */
export function useValueWords(): (unit: Unit | null, value: unknown) => string[] {
  const t = useTranslations('console.offers');
  const format = useFormatter();
  const percent = usePercent();
  const formatUsd = useUsd();
  const formatWhole = useWholeUsd();
  // Not as a unit: in Chinese nothing would stand between the parts.
  const list = (values: readonly string[]): string =>
    values.length > 0 ? format.list([...values], { type: 'conjunction', style: 'narrow' }) : t('none');
  const words: Partial<Record<Unit, (value: never) => string>> = {
    open: (value: boolean) => t(value ? 'open' : 'closed'),
    days: (count: number) => t('days', { count }),
    hours: (count: number) => t('hours', { count }),
    minutes: (count: number) => t('minutes', { count }),
    percent: (value: number) => percent(value),
    percents: (values: number[]) => list(values.map(percent)),
    usd: (value: number) => formatUsd(value),
    brl: (value: number) => format.number(value, { style: 'currency', currency: 'BRL' }),
    amounts: (values: number[]) => list(values.map(formatWhole)),
    count: (value: number) => format.number(value),
    rates: (values: number[]) => list(values.map((value) => format.number(value, { minimumFractionDigits: 2 }))),
    commands: (values: string[]) => list(values),
    zone: (value: string) => value,
  };
  return (unit, value) => {
    if (unit === 'plans') {
      return (value as PlanValue[]).map(({ days, rate, amounts, offered }) =>
        t(offered ? 'plan' : 'planNotOffered', {
          days,
          rate: percent(rate),
          least: formatWhole(Math.min(...amounts)),
          most: formatWhole(Math.max(...amounts)),
          count: amounts.length,
        }),
      );
    }
    const write = unit === null ? undefined : words[unit];
    return [write ? write(value as never) : JSON.stringify(value)];
  };
}
