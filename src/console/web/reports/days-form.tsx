import { type SyntheticEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#platform/web/ui/button.tsx';
import { TextField } from '#platform/web/ui/text-field.tsx';
import styles from './reports.module.css';

/** Days of UTC, both included. */
export interface Days {
  from: string;
  until: string;
}

const dayMs = 86_400_000;

/** So many days, today the last. */
export function lastDays(count: number): Days {
  const day = (back: number): string => new Date(Date.now() - back * dayMs).toISOString().slice(0, 10);
  return { from: day(count - 1), until: day(0) };
}

export function areDays({ from, until }: Days): boolean {
  return from !== '' && until !== '' && from <= until;
}

interface DaysFieldsProps {
  value: Days;
  onChange: (days: Days) => void;
}

export function DaysFields({ value, onChange }: DaysFieldsProps) {
  const t = useTranslations('console.reports');
  return (
    <>
      <TextField
        label={t('from')}
        type="date"
        value={value.from}
        onChange={(from) => onChange({ ...value, from })}
        autoComplete="off"
      />
      <TextField
        label={t('until')}
        type="date"
        value={value.until}
        onChange={(until) => onChange({ ...value, until })}
        autoComplete="off"
      />
    </>
  );
}

/** Which days are asked about; they count when they are sent. */
export function DaysForm({ value, onAsk }: { value: Days; onAsk: (days: Days) => void }) {
  const t = useTranslations('console.reports');
  const [days, setDays] = useState(value);
  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (areDays(days)) onAsk(days);
  }
  return (
    <form className={styles.asked} onSubmit={submit} noValidate>
      <DaysFields value={days} onChange={setDays} />
      <Button type="submit" disabled={!areDays(days)}>
        {t('show')}
      </Button>
    </form>
  );
}
