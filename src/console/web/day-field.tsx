import { type ReactNode, Suspense } from 'react';
import { DateField } from '#platform/web/ui/later-date-field.ts';

/** The value while what stands in the field is no day: the form says nothing to the server. */
export const noDay = '?';

interface DayFieldProps {
  label: string;
  hint?: ReactNode;
  error?: ReactNode;
  /** `2026-03-31`, `''` for none, or {@link noDay}. */
  value: string;
  onChange: (value: string) => void;
}

/** A day in a form that tells an empty field from one that was left half typed. */
export function DayField({ value, onChange, ...field }: DayFieldProps) {
  return (
    <Suspense fallback={null}>
      <DateField
        {...field}
        value={value === '' || value === noDay ? null : value}
        onChange={(day, isLeft) => onChange(day ?? (isLeft ? noDay : ''))}
      />
    </Suspense>
  );
}
