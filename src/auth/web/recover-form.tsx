import { useTranslations } from 'use-intl';
import { useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '#platform/web/api.ts';
import { deviceHeader } from '#platform/web/device-token.ts';
import { remember } from '#platform/web/remembered.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Form } from '#platform/web/ui/form.tsx';
import { useFirstField } from '#platform/web/ui/use-first-field.ts';
import { TextField } from '#platform/web/ui/text-field.tsx';
import { readEmail } from '#platform/typed/read-email.ts';
import { recoverPassword } from '../contract.ts';
import { FormError } from './form-error.tsx';
import styles from './getting-in-form.module.css';
import { useAttempt } from '#platform/web/use-attempt.ts';

export function RecoverForm({ onSent }: { onSent: (email: string) => void }) {
  const t = useTranslations('auth');
  const [email, setEmail] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const { error, isWorking, run } = useAttempt(t('recover.failed'));

  function submit() {
    const address = readEmail(email);
    setIsWrong(address === null);
    if (address === null) return;
    const call = async () => {
      await callApi(recoverPassword, { headers: deviceHeader(), body: { email: address } });
      remember('recovering', address);
      onSent(address);
    };
    void run(call, ({ code }) => {
      if (code === 'invalid_field') setIsWrong(true);
      return code === 'invalid_field';
    });
  }

  return (
    <Form ref={useFirstField()} className={styles.form} onSubmit={submit}>
      <header>
        <h1>{t('recover.heading')}</h1>
        <p className={styles.lead}>{t('recover.lead')}</p>
      </header>
      <TextField
        label={t('login.email')}
        type="email"
        name="email"
        dir="ltr"
        value={email}
        onChange={(typed) => {
          setEmail(typed);
          setIsWrong(false);
        }}
        error={isWrong ? t('register.problems.email') : undefined}
        autoComplete="username"
      />
      <FormError>{error}</FormError>
      <Button kind="primary" type="submit" isWide isWorking={isWorking}>
        {t('recover.submit')}
      </Button>
      <p className={styles.elsewhere}>
        <Link to="/auth/login">{t('recover.back')}</Link>
      </p>
    </Form>
  );
}
