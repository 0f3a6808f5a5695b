import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { AccountName } from '#platform/web/ui/account-name.tsx';
import { TextField } from '#platform/web/ui/text-field.tsx';

interface CodeFieldProps {
  value: string;
  onChange: (value: string) => void;
}

/** Input for an app's six digits, focused on mount. */
export function CodeField({ value, onChange }: CodeFieldProps) {
  const t = useTranslations('console.secondStep');
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => frame.current?.querySelector<HTMLInputElement>('input:not([hidden])')?.focus(), []);
  return (
    <div ref={frame}>
      <AccountName />
      <TextField
        label={t('code')}
        name="code"
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={100}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}
