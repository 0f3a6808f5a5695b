import { type ReactNode, useEffect } from 'react';
import { TextField } from '#platform/web/ui/text-field.tsx';
import { part } from '#platform/web/loading/part.ts';

interface PhoneFieldProps {
  label: string;
  hint: string;
  error: ReactNode;
  value: string;
  onChange: (value: string) => void;
}

/** How every country groups its digits is much to know: fetched when a phone is on the screen, and not waited for. */
const loadFormat = part(() => import('./format-phone.ts'));

/** A phone that is easy to read: grouped when it is shown and when it is left, never under the fingers. */
export function PhoneField({ label, hint, error, value, onChange }: PhoneFieldProps) {
  async function group(written: string) {
    const module = await loadFormat().catch(() => null);
    if (module) onChange(module.formatPhone(written));
  }
  // Once, as it came: from then on it is the customer's to write.
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(() => void group(value), []);
  return (
    <TextField
      label={label}
      hint={hint}
      error={error}
      type="tel"
      dir="ltr"
      autoComplete="tel"
      required
      maxLength={40}
      value={value}
      onChange={onChange}
      onBlur={() => void group(value)}
    />
  );
}
