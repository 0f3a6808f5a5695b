import { useTranslations } from 'use-intl';
import { useState } from 'react';
import { callApi } from '#platform/web/api.ts';
import { type ApiRefusal, messageOf } from '#platform/web/api-failure.ts';
import { deviceHeader } from '#platform/web/device-token.ts';
import { useSite } from '#platform/web/site.ts';
import { recall, remember } from '#platform/web/remembered.ts';
import { AccountName } from '#platform/web/ui/account-name.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Form } from '#platform/web/ui/form.tsx';
import { PasswordField } from '#platform/web/ui/password-field.tsx';
import { holdsContextWord } from '../context-words.ts';
import { longestPassword, resetPassword, shortestPassword } from '../contract.ts';
import { FormError } from './form-error.tsx';
import styles from './getting-in-form.module.css';
import { useAttempt } from '#platform/web/use-attempt.ts';

interface ResetFormProps {
  token: string;
  onEnd: (how: 'done' | 'invalid') => void;
}

export function ResetForm({ token, onEnd }: ResetFormProps) {
  const t = useTranslations('auth');
  const { brand } = useSite();
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [wrong, setWrong] = useState<{ password?: string; repeated?: string }>({});
  const { error, isWorking, run } = useAttempt(t('reset.failed'));
  const lengths = { least: shortestPassword, most: longestPassword };

  function submit() {
    const fits = password.length >= shortestPassword && password.length <= longestPassword;
    const found = fits ? findWrong() : { password: t('register.problems.password', lengths) };
    setWrong(found ?? {});
    if (!found) void run(save, sayAtField);
  }

  function findWrong() {
    if (holdsContextWord(password, { brand })) return { password: t('register.problems.personal') };
    return password === repeated ? null : { repeated: t('reset.differ') };
  }

  async function save() {
    await callApi(resetPassword, { headers: deviceHeader(), body: { token, password } });
    remember('recovering', null);
    onEnd('done');
  }

  function sayAtField(refusal: ApiRefusal): boolean {
    if (refusal.code === 'token_invalid') onEnd('invalid');
    else if (refusal.code === 'password_too_common' || refusal.code === 'password_too_personal')
      setWrong({ password: messageOf(refusal) ?? t('reset.failed') });
    else return false;
    return true;
  }

  const field = { autoComplete: 'new-password' } as const;
  return (
    <Form className={styles.form} onSubmit={submit}>
      <header>
        <h1>{t('reset.heading')}</h1>
        <p className={styles.lead}>{t('reset.lead')}</p>
      </header>
      <AccountName email={recall('recovering') ?? ''} />
      <PasswordField
        {...field}
        label={t('reset.password')}
        name="password"
        value={password}
        onChange={(typed) => {
          setPassword(typed);
          setWrong({});
        }}
        hint={t('register.passwordHint', lengths)}
        error={wrong.password}
      />
      <PasswordField
        {...field}
        label={t('reset.repeat')}
        name="repeated"
        value={repeated}
        onChange={(typed) => {
          setRepeated(typed);
          setWrong({});
        }}
        error={wrong.repeated}
      />
      <FormError>{error}</FormError>
      <Button kind="primary" type="submit" isWide isWorking={isWorking}>
        {t('reset.submit')}
      </Button>
    </Form>
  );
}
