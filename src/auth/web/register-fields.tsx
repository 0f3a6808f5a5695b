import { useTranslations } from 'use-intl';
import { DateField } from '#platform/web/ui/date-field.tsx';
import { PasswordField } from '#platform/web/ui/password-field.tsx';
import { PhoneField } from '#platform/web/ui/phone-field.tsx';
import { TextField } from '#platform/web/ui/text-field.tsx';
import { readCode } from '#platform/typed/read-code.ts';
import { shortestPassword } from '../contract.ts';
import type { RegisterDetails } from './register-details.ts';
import { useInviter } from './use-inviter.ts';
import type { RegisterErrors } from './use-register.ts';

interface RegisterFieldsProps {
  details: RegisterDetails;
  errors: RegisterErrors;
  onChange: (different: Partial<RegisterDetails>) => void;
}

const firstBirthYear = 1900;

export function RegisterFields({ details, errors, onChange }: RegisterFieldsProps) {
  const t = useTranslations('auth.register');
  const inviter = useInviter(details.code);
  const text = (field: 'name' | 'email' | 'phone' | 'code' | 'password') => ({
    label: t(field),
    name: field,
    value: details[field],
    error: errors[field],
    onChange: (value: string) => onChange({ [field]: value }),
  });
  return (
    <>
      <TextField {...text('name')} autoComplete="name" maxLength={120} />
      <TextField {...text('email')} dir="ltr" type="email" autoComplete="username" maxLength={254} />
      <PhoneField
        {...text('phone')}
        hint={t('phoneHint')}
        value={{ phone: details.phone, country: details.country }}
        onChange={onChange}
      />
      <DateField
        label={t('birth')}
        value={details.birth}
        onChange={(birth) => onChange({ birth })}
        firstYear={firstBirthYear}
        error={errors.birth}
      />
      <PasswordField
        {...text('password')}
        autoComplete="new-password"
        hint={t('passwordHint', { least: shortestPassword })}
      />
      <TextField
        {...text('code')}
        // Its line is there before the name is: nothing below it moves.
        hint={inviter === null ? '\u00a0' : inviter && <bdi translate="no">{inviter}</bdi>}
        dir="ltr"
        autoCapitalize="characters"
        autoComplete="off"
        maxLength={500}
        onBlur={() => onChange({ code: readCode(details.code) })}
      />
    </>
  );
}
