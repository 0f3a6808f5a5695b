import { type CalendarDate, parseDate, setLocalTimeZone } from '@internationalized/date';
import { type ReactNode, useId, useState } from 'react';
import { DateField as AriaDateField, DateInput, DateSegment, Label } from 'react-aria-components/DateField';
import { FieldError } from 'react-aria-components/FieldError';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../i18n/language-provider.tsx';
import { timeZone } from '../time-zone.ts';
import styles from './date-field.module.css';
import { readTypedDay, type TypedDay } from './typed-day.ts';

// The library would ask a browser that does not know its zone, and fail.
setLocalTimeZone(timeZone);

export interface DateFieldProps {
  label: string;
  /** A day as `2026-03-31`, null for none. */
  value: string | null;
  /** Called with each whole day, and on blur with null if what is left there is none; `isLeft` if it is not empty either. */
  onChange: (value: string | null, isLeft?: boolean) => void;
  /** While a year is being typed it passes through unintended ones: a day before this year is none. */
  firstYear?: number;
  hint?: ReactNode;
  error?: ReactNode;
}

/** A day, in the reader's own calendar, order and digits: the Persian calendar in fa. What is no day is said on blur, and stays as typed. */
export function DateField({ label, value, onChange, firstYear = 2000, hint, error }: DateFieldProps) {
  const t = useTranslations('platform.dates');
  const { language } = useLanguage();
  const hintId = useId();
  // What is being typed, shown while the owner of the value (the address, for example) catches up. Undefined after blur.
  const [typed, setTyped] = useState<CalendarDate | null>();
  // What was left in the field without being a day, until it is changed, and the owner's day at that time.
  const [left, setLeft] = useState<{ day: 'unfinished' | 'impossible'; value: string | null } | null>(null);
  if (left && value !== null && value !== left.value) {
    setLeft(null);
    setTyped(undefined);
  }
  function change(day: CalendarDate | null) {
    setTyped(day);
    setLeft(null);
    if (day === null || day.year >= firstYear) onChange(day?.toString() ?? null);
  }
  function leave(typedDay: TypedDay) {
    const isTooEarly = typedDay === 'whole' && typed && typed.year < firstYear;
    const day = isTooEarly ? 'unfinished' : typedDay;
    if (day === 'unfinished' || day === 'impossible') {
      setTyped(typed === undefined ? readDay(value) : typed);
      setLeft({ day, value });
      return onChange(null, true);
    }
    // The same day again is not reported as a change.
    if (left && typed) onChange(typed.toString());
    setLeft(null);
    setTyped(undefined);
  }
  return (
    <I18nProvider locale={language}>
      <AriaDateField
        className={styles.field ?? ''}
        value={typed === undefined ? readDay(value) : typed}
        onChange={change}
        {...(hint && { 'aria-describedby': hintId })}
        isInvalid={Boolean(left ?? error)}
        shouldForceLeadingZeros
      >
        {({ state }) => {
          // On blur the library would turn 31 February into the 28th without a word.
          Object.assign(state, { confirmPlaceholder: () => leave(readTypedDay(state)) });
          return (
            <>
              <Label className={styles.label ?? ''}>{label}</Label>
              <DateInput
                className={styles.input ?? ''}
                render={(group) => <div {...group} aria-describedby={withoutLibrary(group['aria-describedby'])} />}
              >
                {(segment) => (
                  <DateSegment
                    segment={segment}
                    className={styles.segment ?? ''}
                    render={(part) => (
                      <span
                        {...part}
                        aria-valuetext={segment.isPlaceholder ? t('empty') : part['aria-valuetext']}
                        aria-describedby={withoutLibrary(part['aria-describedby'])}
                      />
                    )}
                  />
                )}
              </DateInput>
              {hint && (
                <span id={hintId} className={styles.hint}>
                  {hint}
                </span>
              )}
              <FieldError className={styles.error ?? ''}>
                {/* Whoever has just left it would not hear of it. */}
                {left ? <span role="alert">{t(left.day)}</span> : error}
              </FieldError>
            </>
          );
        }}
      </AriaDateField>
    </I18nProvider>
  );
}

/** The library describes a day by its parts once more, and not in every language. */
function withoutLibrary(describedBy: string | undefined): string | undefined {
  return describedBy?.replace(/react-aria-description-\d+ ?/, '') || undefined;
}

function readDay(value: string | null): CalendarDate | null {
  try {
    return value === null ? null : parseDate(value);
  } catch {
    return null;
  }
}
