import { useFormatter, useLocale } from 'use-intl';
import { useDate } from '#platform/web/ui/date-time.tsx';
import type { EquityPoint } from '../contract.ts';
import type { EquityDrawing } from './equity-geometry.ts';
import styles from './equity-labels.module.css';

/** Words beside a drawing are words of the page, each in its own direction: inside the drawing Persian falls apart. */
export function EquityLevels({ drawing }: { drawing: EquityDrawing }) {
  const short = useShortUsd();
  return drawing.levels.map((amount) => (
    <span key={amount} className={styles.level} style={{ insetBlockStart: drawing.y(amount) }}>
      <bdi>{short(amount)}</bdi>
    </span>
  ));
}

/** Thousands in a word. Persian has the currency after the number: with its sign first the word would stand before its number. */
function useShortUsd(): (amount: number) => string {
  const format = useFormatter();
  const isPersian = useLocale() === 'fa';
  return (amount) =>
    isPersian
      ? `\u200f${format.number(amount, { notation: 'compact' })} $`
      : format.number(amount, { style: 'currency', currency: 'USD', notation: 'compact' });
}

export function EquityDays({ drawing, series }: { drawing: EquityDrawing; series: EquityPoint[] }) {
  const formatDate = useDate();
  const last = drawing.named.length - 1;
  return drawing.named.map((at, position) => (
    <span
      key={at}
      className={styles.day}
      data-edge={position === 0 ? 'first' : position === last ? 'last' : undefined}
      style={{ insetInlineStart: drawing.x(at) }}
    >
      <bdi>{formatDate(series[at]?.Date ?? '', { day: 'numeric', month: 'short' })}</bdi>
    </span>
  ));
}
