import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { dayAfter } from '#platform/clock.ts';
import { businessNow } from '#platform/web/server-clock.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Form } from '#platform/web/ui/form.tsx';
import { DayField, noDay } from '../day-field.tsx';
import { houseDay } from '../house-day.ts';
import styles from './reports.module.css';

/** Days of the house, both included. */
export interface Days {
  from: string;
  until: string;
}

/** The current day in business time, as in the books. */
export function today(): string {
  return houseDay(businessNow());
}

/** The last `count` days, ending today. */
export function lastDays(count: number): Days {
  return { from: dayAfter(today(), 1 - count), until: today() };
}

export function isSame(one: Days, other: Days): boolean {
  return one.from === other.from && one.until === other.until;
}

function areDays({ from, until }: Days): boolean {
  return [from, until].every(isDay) && from <= until;
}

function isDay(value: string): boolean {
  return value !== '' && value !== noDay;
}

interface DaysFieldsProps {
  value: Days;
  onChange: (days: Days) => void;
}

function DaysFields({ value, onChange }: DaysFieldsProps) {
  const t = useTranslations('console.reports');
  return (
    <>
      <DayField label={t('from')} value={value.from} onChange={(from) => onChange({ ...value, from })} />
      <DayField label={t('until')} value={value.until} onChange={(until) => onChange({ ...value, until })} />
    </>
  );
}

/** Form for a span of days; applies on submit. */
export function DaysForm({ value, onAsk }: { value: Days; onAsk: (days: Days) => void }) {
  const t = useTranslations('console.reports');
  const [days, setDays] = useState(value);
  function submit(): void {
    if (areDays(days)) onAsk(days);
  }
  return (
    <Form className={styles.asked} onSubmit={submit}>
      <DaysFields value={days} onChange={setDays} />
      <Button type="submit" disabled={!areDays(days)}>
        {t('show')}
      </Button>
    </Form>
  );
}

/** Form for one day. Applies on submit, because each digit of a year being typed would make it another day. */
export function DayForm({ value, onAsk }: { value: string; onAsk: (day: string) => void }) {
  const t = useTranslations('console.reports');
  const [day, setDay] = useState(value);
  function submit(): void {
    if (isDay(day)) onAsk(day);
  }
  return (
    <Form className={styles.asked} onSubmit={submit}>
      <DayField label={t('day')} value={day} onChange={setDay} />
      <Button type="submit" disabled={!isDay(day)}>
        {t('show')}
      </Button>
    </Form>
  );
}
