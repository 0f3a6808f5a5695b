import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { AnswerOf } from '#platform/endpoint.ts';
import { callApi } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { makePasskey } from '#secondfactor/web/show-passkey.ts';
import { addStaffPasskey, beginStaffApp, beginStaffPasskey, confirmStaffApp } from '#staff/contract.ts';
import { greet } from '../queries.ts';
import { useSignInAttempt } from '../use-sign-in-attempt.ts';
import { AppCode } from './app-code.tsx';
import { SignInForm } from './sign-in-form.tsx';
import styles from './sign-in-page.module.css';

interface SetUpProps {
  ticket: string;
  /** Called when the ticket has expired. */
  onOver: () => void;
}

/** Sets up the mandatory second factor: an app or a passkey. */
export function SetUp({ ticket, onOver }: SetUpProps) {
  const t = useTranslations('console.setUp');
  const [app, setApp] = useState<AnswerOf<typeof beginStaffApp> | null>(null);
  const attempt = useSignInAttempt();
  const leaveWhenOver = ({ code }: { code: string }): boolean => {
    if (code === 'ticket_invalid') setTimeout(onOver, 2_500);
    return false;
  };
  const begin = () =>
    attempt.run(async () => setApp(await callApi(beginStaffApp, { body: { ticket } })), leaveWhenOver);
  const withPasskey = () =>
    attempt.run(async () => {
      const credential = await makePasskey(await callApi(beginStaffPasskey, { body: { ticket } }));
      await callApi(addStaffPasskey, { body: { ticket, name: t('passkeyName'), credential } });
      await greet();
    }, leaveWhenOver);
  if (app) return <ConfirmApp ticket={ticket} app={app} onOver={onOver} />;
  return (
    <SignInForm heading={t('heading')} lead={t('lead')} attempt={attempt} submit={t('app')} onSubmit={begin}>
      <p>{t('which')}</p>
      <Button isWide onClick={() => void withPasskey()} disabled={!('PublicKeyCredential' in window)}>
        {t('passkey')}
      </Button>
      <p className={styles.or}>{t('or')}</p>
    </SignInForm>
  );
}

interface ConfirmAppProps extends SetUpProps {
  app: AnswerOf<typeof beginStaffApp>;
}

/** Takes the first code of the app. */
function ConfirmApp({ ticket, app, onOver }: ConfirmAppProps) {
  const t = useTranslations('console.setUp');
  const [code, setCode] = useState('');
  const attempt = useSignInAttempt();
  const confirm = () =>
    attempt.run(
      async () => {
        await callApi(confirmStaffApp, { body: { ticket, code } });
        await greet();
      },
      ({ code: refused }) => {
        setCode('');
        if (refused === 'ticket_invalid') setTimeout(onOver, 2_500);
        return false;
      },
    );
  return (
    <SignInForm heading={t('app')} lead={t('scan')} attempt={attempt} submit={t('confirm')} onSubmit={confirm}>
      <AppCode app={app} value={code} onChange={setCode} />
    </SignInForm>
  );
}
