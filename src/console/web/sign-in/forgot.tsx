import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { callApi } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { TextField } from '#platform/web/ui/text-field.tsx';
import { forgotStaff } from '#staff/contract.ts';
import { useSignInAttempt } from '../use-sign-in-attempt.ts';
import { SignInForm } from './sign-in-form.tsx';

/** Asks for a link by which another password is chosen. The answer is the same whoever asks. */
export function Forgot({ email: known, onBack }: { email: string; onBack: () => void }) {
  const t = useTranslations('console.newPassword');
  const tLogIn = useTranslations('console.logIn');
  const [email, setEmail] = useState(known);
  const [isSent, setIsSent] = useState(false);
  const attempt = useSignInAttempt();
  const submit = () =>
    attempt.run(async () => {
      await callApi(forgotStaff, { body: { email } });
      setIsSent(true);
    });
  return (
    <SignInForm
      heading={t('forgot')}
      lead={t('forgotLead')}
      attempt={attempt}
      submit={isSent ? null : t('send')}
      onSubmit={submit}
      besides={
        <Button kind="quiet" onClick={onBack}>
          {tLogIn('startAgain')}
        </Button>
      }
    >
      {isSent ? (
        <div role="status">
          <Notice>{t('sent')}</Notice>
        </div>
      ) : (
        <TextField
          label={tLogIn('email')}
          type="email"
          name="email"
          dir="ltr"
          value={email}
          onChange={setEmail}
          autoComplete="username"
        />
      )}
    </SignInForm>
  );
}
