import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link, Navigate } from 'react-router';
import type { AnswerOf } from '#platform/endpoint.ts';
import { callApi } from '#platform/web/api.ts';
import { messageOf } from '#platform/web/api-failure.ts';
import { buttonClass } from '#platform/web/ui/button.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { comeFromProvider } from '#staff/contract.ts';
import { greet } from '../queries.ts';
import { SecondStep } from './second-step.tsx';
import { SignInPage } from './sign-in-page.tsx';

type Step = AnswerOf<typeof comeFromProvider>;

/** Return from the provider: its parameters are removed from the URL and sent to the server, once. */
export function SignedIn() {
  const t = useTranslations('console.logIn');
  return <SignInPage title={t('heading')}>{(onSetUp) => <ComingBack onSetUp={onSetUp} />}</SignInPage>;
}

let coming: Promise<Step> | null = null;

/** Repeated calls return the same promise, because the code is valid only once. */
function comeBack(): Promise<Step> {
  const { search, pathname } = window.location;
  if (search.length > 1) {
    window.history.replaceState(window.history.state, '', pathname);
    coming = callApi(comeFromProvider, { body: { search } });
  }
  return (coming ??= Promise.reject(new Error('nobody came')));
}

function ComingBack({ onSetUp }: { onSetUp: (ticket: string) => void }) {
  const t = useTranslations('console.logIn');
  const [step, setStep] = useState<Step | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    comeBack().then(
      (answer) => {
        if (answer.Next === 'in') void greet();
        else if (answer.Next === 'set_up') onSetUp(answer.Ticket);
        else setStep(answer);
      },
      (failure: Error) => setError(failure),
    );
    // `onSetUp` is left out: this runs only on mount.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  if (isOver) return <Navigate to="/" replace />;
  if (step && step.Next === 'second_step')
    return <SecondStep asked={{ ...step, Next: 'second_step' }} onBack={() => setOver(true)} />;
  if (!error) return <SkeletonRows />;
  return (
    <>
      <h1>{t('heading')}</h1>
      <div role="alert">
        <Notice tone="caution">{messageOf(error) ?? t('providerFailed')}</Notice>
      </div>
      <Link to="/" className={buttonClass()} replace>
        {t('startAgain')}
      </Link>
    </>
  );
}
