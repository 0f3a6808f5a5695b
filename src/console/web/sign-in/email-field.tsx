import { useTranslations } from 'use-intl';
import { TextField } from '#platform/web/ui/text-field.tsx';

/** The address that a member signs in with. */
export function EmailField({ value, onChange }: { value: string; onChange: (email: string) => void }) {
  const t = useTranslations('console.logIn');
  return (
    <TextField
      label={t('email')}
      type="email"
      name="email"
      dir="ltr"
      value={value}
      onChange={onChange}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}
