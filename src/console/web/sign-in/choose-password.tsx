import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { callApi } from '#platform/web/api.ts';
import type { AnswerOf } from '#platform/endpoint.ts';
import { AccountName } from '#platform/web/ui/account-name.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { PasswordField } from '#platform/web/ui/password-field.tsx';
import { chooseStaffPassword } from '#staff/contract.ts';
import { useSignInAttempt } from '../use-sign-in-attempt.ts';
import { SecondStep } from './second-step.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignInPage } from './sign-in-page.tsx';
import { isToken, takeToken } from './taken-token.ts';

type Asked = AnswerOf<typeof chooseStaffPassword>;

/** Landing page of a link for another password; then the member's own second factor is asked for. */
export function ChoosePassword() {
  const t = useTranslations('console.newPassword');
  const [token] = useState(takeToken);
  return <SignInPage title={t('heading')}>{(onSetUp) => <Choosing token={token} onSetUp={onSetUp} />}</SignInPage>;
}

function Choosing({ token, onSetUp }: { token: string; onSetUp: (ticket: string) => void }) {
  const t = useTranslations('console.newPassword');
  const tJoin = useTranslations('console.join');
  const [password, setPassword] = useState('');
  const [asked, setAsked] = useState<Asked | null>(null);
  const attempt = useSignInAttempt();
  const submit = () =>
    attempt.run(async () => {
      const answer = await callApi(chooseStaffPassword, { body: { token, password } });
      if (answer.Next === 'set_up') onSetUp(answer.Ticket);
      else setAsked(answer);
    });
  if (asked) return <SecondStep asked={asked} onBack={() => window.location.assign('/')} />;
  const isLink = isToken(token);
  return (
    <SignInForm
      heading={t('heading')}
      lead={t('lead')}
      attempt={attempt}
      submit={isLink ? tJoin('submit') : null}
      onSubmit={isLink ? submit : async () => {}}
    >
      {isLink ? (
        <>
          <AccountName />
          <PasswordField
            label={tJoin('password')}
            hint={tJoin('passwordHint')}
            name="password"
            value={password}
            onChange={setPassword}
            autoComplete="new-password"
          />
        </>
      ) : (
        <Notice tone="caution">{tJoin('noLink')}</Notice>
      )}
    </SignInForm>
  );
}
