import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { callApi } from '#platform/web/api.ts';
import { AccountName } from '#platform/web/ui/account-name.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { PasswordField } from '#platform/web/ui/password-field.tsx';
import { TextField } from '#platform/web/ui/text-field.tsx';
import { joinStaff } from '#staff/contract.ts';
import { useSignInAttempt } from '../use-sign-in-attempt.ts';
import { SignInForm } from './sign-in-form.tsx';
import { SignInPage } from './sign-in-page.tsx';
import { isToken, takeToken } from './taken-token.ts';

/** Landing page of an invitation link. */
export function Join() {
  const t = useTranslations('console.join');
  const [token] = useState(takeToken);
  return <SignInPage title={t('heading')}>{(onSetUp) => <JoinForm token={token} onSetUp={onSetUp} />}</SignInPage>;
}

function JoinForm({ token, onSetUp }: { token: string; onSetUp: (ticket: string) => void }) {
  const t = useTranslations('console.join');
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const attempt = useSignInAttempt();
  const isLink = isToken(token);
  const submit = () =>
    attempt.run(async () => {
      const { Ticket } = await callApi(joinStaff, { body: { token, name, password } });
      onSetUp(Ticket);
    });
  if (!isLink) {
    return (
      <SignInForm heading={t('heading')} lead={t('lead')} attempt={attempt} submit={null} onSubmit={async () => {}}>
        <Notice tone="caution">{t('noLink')}</Notice>
      </SignInForm>
    );
  }
  return (
    <SignInForm heading={t('heading')} lead={t('lead')} attempt={attempt} submit={t('submit')} onSubmit={submit}>
      <TextField
        label={t('name')}
        hint={t('nameHint')}
        name="name"
        value={name}
        onChange={setName}
        autoComplete="name"
        maxLength={120}
      />
      <AccountName />
      <PasswordField
        label={t('password')}
        hint={t('passwordHint')}
        name="password"
        value={password}
        onChange={setPassword}
        autoComplete="new-password"
      />
    </SignInForm>
  );
}
