import { useFormatter } from 'use-intl';

/** Formats a percentage with all its digits. */
export function useExactPercent(): (percentage: number) => string {
  const format = useFormatter();
  return (percentage) => format.number(percentage / 100, { style: 'percent', maximumFractionDigits: 8 });
}

const dayMs = 86_400_000;

/** Formats a term's elapsed and whole time, in days. */
export function useDaysOf(): (start: string, end: string, at: Date) => { elapsed: string; whole: string } {
  const format = useFormatter();
  return (start, end, at) => {
    const whole = Date.parse(end) - Date.parse(start);
    const elapsed = Math.min(Math.max(at.getTime() - Date.parse(start), 0), whole);
    const days = (ms: number) => format.number(ms / dayMs, { maximumFractionDigits: 4 });
    return { elapsed: days(elapsed), whole: days(whole) };
  };
}
