import { type CalendarDate, parseDate } from '@internationalized/date';
import { type ReactNode, useState } from 'react';
import { DateField as AriaDateField, DateInput, DateSegment, Label } from 'react-aria-components/DateField';
import { FieldError } from 'react-aria-components/FieldError';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { useLanguage } from '../i18n/language-provider.tsx';
import styles from './date-field.module.css';

export interface DateFieldProps {
  label: string;
  /** A day as `2026-03-31`, null for none. */
  value: string | null;
  onChange: (value: string | null) => void;
  /** While a year is being typed it passes through unintended ones: days before this year are not reported. */
  firstYear?: number;
  error?: ReactNode;
}

/** A day, in the reader's own calendar, order and digits: the Persian calendar in fa. */
export function DateField({ label, value, onChange, firstYear = 2000, error }: DateFieldProps) {
  const { language } = useLanguage();
  // What is being typed, shown while the owner of the value (the address, for example) catches up. Undefined after blur.
  const [typed, setTyped] = useState<CalendarDate | null>();
  function change(day: CalendarDate | null) {
    setTyped(day);
    if (day === null || day.year >= firstYear) onChange(day?.toString() ?? null);
  }
  return (
    <I18nProvider locale={language}>
      <AriaDateField
        className={styles.field ?? ''}
        value={typed === undefined ? readDay(value) : typed}
        onChange={change}
        onBlur={() => setTyped(undefined)}
        isInvalid={Boolean(error)}
        shouldForceLeadingZeros
      >
        <Label className={styles.label ?? ''}>{label}</Label>
        <DateInput className={styles.input ?? ''}>
          {(segment) => <DateSegment segment={segment} className={styles.segment ?? ''} />}
        </DateInput>
        <FieldError className={styles.error ?? ''}>{error}</FieldError>
      </AriaDateField>
    </I18nProvider>
  );
}

function readDay(value: string | null): CalendarDate | null {
  try {
    return value === null ? null : parseDate(value);
  } catch {
    return null;
  }
}
