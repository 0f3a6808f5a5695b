import { useEffect } from 'react';
import { prefetch } from '../loading/part.ts';
import { loadPhoneNumbers } from './read-typed-phone.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';
import { useLanguage } from '../i18n/language-provider.tsx';

/**
 * A phone field, grouped in its country's format when first shown and on blur, never while typing. The formats are fetched on demand
 * without waiting for them. Parsed by `readTypedPhone`.
 */
export function PhoneField(props: Omit<TextFieldProps, 'type' | 'dir' | 'autoComplete' | 'onBlur'>) {
  const { value, onChange } = props;
  const { language } = useLanguage();

  async function group(written: string) {
    const numbers = written === '' ? null : await loadPhoneNumbers().catch(() => null);
    if (numbers) onChange(numbers.formatPhone(language, written));
  }
  // Formats the initial value, and again in another language: from then on the customer edits it.
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(() => void group(value), [language]);
  return (
    <TextField
      maxLength={40}
      {...props}
      type="tel"
      dir="ltr"
      autoComplete="tel"
      onFocus={() => prefetch(loadPhoneNumbers)}
      onBlur={() => void group(value)}
    />
  );
}
