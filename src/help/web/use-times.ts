import { useFormatter } from 'use-intl';

type Unit = 'day' | 'hour' | 'minute';

/** Formats durations in the current language: `24 horas`, `4 horas e 58 minutos`. */
export function useTimes() {
  const format = useFormatter();
  const one = (count: number, unit: Unit): string => format.number(count, { style: 'unit', unit, unitDisplay: 'long' });
  return {
    days: (count: number) => one(count, 'day'),
    hours: (count: number) => one(count, 'hour'),
    minutes: (count: number) => {
      const [hours, minutes] = [Math.floor(count / 60), count % 60];
      const parts = [...(hours > 0 ? [one(hours, 'hour')] : []), ...(minutes > 0 ? [one(minutes, 'minute')] : [])];
      return format.list(parts, { type: 'unit' });
    },
  };
}
