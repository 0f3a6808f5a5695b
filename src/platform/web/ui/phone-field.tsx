import { useEffect } from 'react';
import { prefetch } from '../loading/part.ts';
import { loadPhoneNumbers } from './read-typed-phone.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';
import { useLanguage } from '../i18n/language-provider.tsx';

/**
 * A phone that is easy to read: grouped as its country does when it is shown and when it is left, never under the fingers. How countries
 * do is fetched when it is wanted, and not waited for. It is read by `readTypedPhone`.
 */
export function PhoneField(props: Omit<TextFieldProps, 'type' | 'dir' | 'autoComplete' | 'onBlur'>) {
  const { value, onChange } = props;
  const { language } = useLanguage();

  async function group(written: string) {
    const numbers = written === '' ? null : await loadPhoneNumbers().catch(() => null);
    if (numbers) onChange(numbers.formatPhone(language, written));
  }
  // As it came, and anew in another language: from then on it is the customer's to write.
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
