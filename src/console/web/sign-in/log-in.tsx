import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { AnswerOf } from '#platform/endpoint.ts';
import { noteAccount } from '#platform/web/account-name.ts';
import { callApi } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { PasswordField } from '#platform/web/ui/password-field.tsx';
import { TextField } from '#platform/web/ui/text-field.tsx';
import { logInStaff } from '#staff/contract.ts';
import { useSignInAttempt } from '../use-sign-in-attempt.ts';
import { Forgot } from './forgot.tsx';
import { ProviderButton } from './provider-button.tsx';
import { SecondStep } from './second-step.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignInPage } from './sign-in-page.tsx';

type Asked = AnswerOf<typeof logInStaff>;

/** Email address and password, always followed by a code or passkey. */
export function LogIn() {
  const t = useTranslations('console.logIn');
  return <SignInPage title={t('heading')}>{(onSetUp) => <FirstStep onSetUp={onSetUp} />}</SignInPage>;
}

function FirstStep({ onSetUp }: { onSetUp: (ticket: string) => void }) {
  const t = useTranslations('console.logIn');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isForgotten, setIsForgotten] = useState(false);
  const attempt = useSignInAttempt();

  const submit = () =>
    attempt.run(async () => {
      noteAccount(email.trim());
      const answer = await callApi(logInStaff, { body: { email, password } });
      if (answer.Next === 'set_up') onSetUp(answer.Ticket);
      else setAsked(answer);
    });
  if (asked) {
    return (
      <SecondStep
        asked={asked}
        onBack={() => {
          setPassword('');
          setAsked(null);
        }}
      />
    );
  }
  if (isForgotten) return <Forgot email={email} onBack={() => setIsForgotten(false)} />;
  return (
    <SignInForm
      heading={t('heading')}
      lead={t('lead')}
      attempt={attempt}
      submit={t('submit')}
      onSubmit={submit}
      besides={
        <>
          <ProviderButton attempt={attempt} />
          <Button kind="quiet" onClick={() => setIsForgotten(true)}>
            {t('forgot')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('email')}
        type="email"
        name="email"
        dir="ltr"
        value={email}
        onChange={setEmail}
        autoComplete="username"
      />
      <PasswordField label={t('password')} name="password" value={password} onChange={setPassword} />
    </SignInForm>
  );
}
