import { useTranslations } from 'use-intl';
import { type SyntheticEvent, useState } from 'react';
import { callApi } from '#platform/web/api.ts';
import { type ApiRefusal, messageOf } from '#platform/web/api-failure.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { PasswordField } from '#platform/web/ui/password-field.tsx';
import { longestPassword, resetPassword, shortestPassword } from '../contract.ts';
import { FormError } from './form-error.tsx';
import styles from './getting-in-form.module.css';
import { useFormCall } from './use-form-call.ts';

interface ResetFormProps {
  token: string;
  onEnd: (how: 'done' | 'invalid') => void;
}

export function ResetForm({ token, onEnd }: ResetFormProps) {
  const t = useTranslations('auth');
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [wrong, setWrong] = useState<{ password?: string; repeated?: string }>({});
  const { error, isWorking, run } = useFormCall(t('reset.failed'));
  const lengths = { least: shortestPassword, most: longestPassword };

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    const fits = password.length >= shortestPassword && password.length <= longestPassword;
    const found = fits
      ? password !== repeated && { repeated: t('reset.differ') }
      : { password: t('register.problems.password', lengths) };
    setWrong(found || {});
    if (!found) void run(save, sayAtField);
  }

  async function save() {
    await callApi(resetPassword, { body: { token, password } });
    onEnd('done');
  }

  function sayAtField(refusal: ApiRefusal): boolean {
    if (refusal.code === 'token_invalid') onEnd('invalid');
    else if (refusal.code === 'password_too_common') setWrong({ password: messageOf(refusal) ?? t('reset.failed') });
    else return false;
    return true;
  }

  const field = { autoComplete: 'new-password' } as const;
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <header>
        <h1>{t('reset.heading')}</h1>
        <p className={styles.lead}>{t('reset.lead')}</p>
      </header>
      <PasswordField
        {...field}
        label={t('reset.password')}
        name="password"
        value={password}
        onChange={setPassword}
        hint={t('register.passwordHint', lengths)}
        error={wrong.password}
      />
      <PasswordField
        {...field}
        label={t('reset.repeat')}
        name="repeated"
        value={repeated}
        onChange={setRepeated}
        error={wrong.repeated}
      />
      <FormError>{error}</FormError>
      <Button kind="primary" type="submit" isWide isWorking={isWorking}>
        {t('reset.submit')}
      </Button>
    </form>
  );
}
