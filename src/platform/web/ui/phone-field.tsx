import { useEffect, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../i18n/language-provider.tsx';
import { IconChevronDown } from './icons-navigation.tsx';
import styles from './phone-field.module.css';
import { firstCountry, loadPhoneNumbers, type TypedPhone } from './read-typed-phone.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';

interface PhoneFieldProps extends Omit<TextFieldProps, 'value' | 'onChange' | 'type' | 'dir' | 'autoComplete'> {
  value: TypedPhone;
  onChange: (typed: TypedPhone) => void;
}

type Numbers = Awaited<ReturnType<typeof loadPhoneNumbers>>;

/**
 * A phone, and the country whose own form of numbers is meant, whatever the language. Grouped as that country does when first shown and on
 * blur, never while typing; a number with a code chooses its country. The formats are fetched on demand without waiting for them. Parsed
 * by `readTypedPhone`.
 */
export function PhoneField({ value, onChange, ...field }: PhoneFieldProps) {
  const { language } = useLanguage();
  const [numbers, setNumbers] = useState<Numbers | null>(null);
  const country = value.country ?? firstCountry(language);

  async function load(): Promise<Numbers | null> {
    const loaded = await loadPhoneNumbers().catch(() => null);
    setNumbers(loaded);
    return loaded;
  }
  async function group() {
    const loaded = value.phone === '' ? null : await load();
    if (!loaded) return;
    const own = loaded.countryOf(value.phone) ?? country;
    onChange({ phone: loaded.formatPhone(own, value.phone), country: own });
  }
  // Formats the initial value: from then on the customer edits it.
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(() => void group(), []);
  return (
    <TextField
      maxLength={60}
      {...field}
      type="tel"
      dir="ltr"
      autoComplete="tel"
      before={<Country value={country} numbers={numbers} onChange={(next) => onChange({ ...value, country: next })} />}
      value={value.phone}
      onChange={(phone) => onChange({ phone, country })}
      onFocus={() => void load()}
      onBlur={() => void group()}
    />
  );
}

interface CountryProps {
  value: string;
  numbers: Numbers | null;
  onChange: (country: string) => void;
}

/** The native list beneath its short form: `BR +55`. */
function Country({ value, numbers, onChange }: CountryProps) {
  const t = useTranslations('platform');
  const { language } = useLanguage();
  const known = useMemo(
    () => numbers?.listCountries(language) ?? [{ code: value, name: value }],
    [numbers, language, value],
  );
  return (
    <span className={styles.country}>
      <span aria-hidden="true" translate="no" className={styles.short}>
        {value} {numbers?.callingCode(value)}
        <IconChevronDown size={16} />
      </span>
      <select
        aria-label={t('country')}
        autoComplete="tel-country-code"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onFocus={() => void loadPhoneNumbers().catch(() => null)}
      >
        {known.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}
