import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { AnswerOf } from '#platform/endpoint.ts';
import { callApi } from '#platform/web/api.ts';
import { AccountName } from '#platform/web/ui/account-name.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { PasswordField } from '#platform/web/ui/password-field.tsx';
import { TextField } from '#platform/web/ui/text-field.tsx';
import { chooseStaffPassword, joinStaff } from '#staff/contract.ts';
import { useSignInAttempt } from '../use-sign-in-attempt.ts';
import { SecondStep } from './second-step.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignInPage } from './sign-in-page.tsx';
import { isToken, takeToken } from './taken-token.ts';

/** Landing page of an invitation link. */
export function Join() {
  return <MailedLink isInvitation />;
}

/** Landing page of a link for another password; then the member's own second factor is asked for. */
export function ChoosePassword() {
  return <MailedLink isInvitation={false} />;
}

function MailedLink({ isInvitation }: { isInvitation: boolean }) {
  const t = useTranslations(isInvitation ? 'console.join' : 'console.newPassword');
  const [token] = useState(takeToken);
  return (
    <SignInPage title={t('heading')}>
      {(onSetUp) => <Taking isInvitation={isInvitation} token={token} onSetUp={onSetUp} />}
    </SignInPage>
  );
}

interface TakingProps {
  isInvitation: boolean;
  token: string;
  onSetUp: (ticket: string) => void;
}

function Taking({ isInvitation, token, onSetUp }: TakingProps) {
  const t = useTranslations(isInvitation ? 'console.join' : 'console.newPassword');
  const tJoin = useTranslations('console.join');
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [asked, setAsked] = useState<AnswerOf<typeof chooseStaffPassword> | null>(null);
  const attempt = useSignInAttempt();
  const isLink = isToken(token);
  const submit = () =>
    attempt.run(async () => {
      if (isInvitation) return onSetUp((await callApi(joinStaff, { body: { token, name, password } })).Ticket);
      const answer = await callApi(chooseStaffPassword, { body: { token, password } });
      if (answer.Next === 'set_up') onSetUp(answer.Ticket);
      else setAsked(answer);
    });
  if (asked) return <SecondStep asked={asked} onBack={() => window.location.assign('/')} />;
  return (
    <SignInForm
      heading={t('heading')}
      lead={t('lead')}
      attempt={attempt}
      submit={isLink ? tJoin('submit') : null}
      onSubmit={isLink ? submit : async () => {}}
    >
      {!isLink && <Notice tone="caution">{tJoin('noLink')}</Notice>}
      {isLink && isInvitation && (
        <TextField
          label={tJoin('name')}
          hint={tJoin('nameHint')}
          name="name"
          value={name}
          onChange={setName}
          autoComplete="name"
          maxLength={120}
        />
      )}
      {isLink && (
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
      )}
    </SignInForm>
  );
}
