import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { AnswerOf, SentBodyOf } from '#platform/endpoint.ts';
import { callApi } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { showPasskey } from '#secondfactor/web/show-passkey.ts';
import { type logInStaff, showSecondFactor } from '#staff/contract.ts';
import { greet } from '../queries.ts';
import { useSignInAttempt } from '../use-sign-in-attempt.ts';
import { CodeField } from './code-field.tsx';
import { SignInForm } from './sign-in-form.tsx';

interface SecondStepProps {
  asked: AnswerOf<typeof logInStaff>;
  onBack: () => void;
}

/** After a correct password: the app's code or the passkey. */
export function SecondStep({ asked, onBack }: SecondStepProps) {
  const t = useTranslations('console.secondStep');
  const [code, setCode] = useState('');
  const attempt = useSignInAttempt();
  const { Ticket: ticket, App: hasApp, Passkey: passkey } = asked;

  const show = (factor: () => Promise<Omit<SentBodyOf<typeof showSecondFactor>, 'ticket'>>) =>
    attempt.run(
      async () => {
        await callApi(showSecondFactor, { body: { ticket, ...(await factor()) } });
        await greet();
      },
      ({ code: refused }) => {
        setCode('');
        if (refused === 'ticket_invalid') setTimeout(onBack, 2_500);
        return false;
      },
    );
  const withPasskey = () => show(async () => ({ passkey: await showPasskey(passkey ?? { challenge: '' }) }));
  return (
    <SignInForm
      heading={t('heading')}
      lead={hasApp ? t('leadApp') : t('leadPasskey')}
      attempt={attempt}
      submit={hasApp ? t('submit') : t('passkey')}
      onSubmit={() => (hasApp ? show(async () => ({ code })) : withPasskey())}
      besides={
        <>
          {hasApp && passkey && (
            <Button isWide onClick={() => void withPasskey()}>
              {t('passkey')}
            </Button>
          )}
          <Button kind="quiet" onClick={onBack}>
            {t('back')}
          </Button>
        </>
      }
    >
      {hasApp && <CodeField value={code} onChange={setCode} />}
    </SignInForm>
  );
}
