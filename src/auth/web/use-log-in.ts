import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { callApi } from '#platform/web/api.ts';
import { ApiRefusal, messageOf } from '#platform/web/api-failure.ts';
import { deviceHeader } from '#platform/web/device-token.ts';
import { beginSession } from '#platform/web/session.ts';
import { logIn as logInCall } from '../contract.ts';

interface Credentials {
  email: string;
  password: string;
  keep: boolean;
}

const unauthorized = 401;
const tooManyAttempts = 429;

/** Trades credentials for a session. What goes wrong is said in one line, as A3 words it. */
export function useLogIn(onAsked: (asked: unknown) => void) {
  const t = useTranslations('auth.login');
  const [error, setError] = useState<string | null>(null);
  const [isWorking, setIsWorking] = useState(false);

  async function logIn({ email, password, keep }: Credentials): Promise<void> {
    const isEmpty = email.trim() === '' || password === '';
    setError(isEmpty ? t('empty') : null);
    if (isEmpty) return;
    setIsWorking(true);
    try {
      const session = await callApi(logInCall, {
        headers: deviceHeader(),
        body: { email: email.trim(), password, keep },
      });
      beginSession(session.token);
    } catch (failure) {
      setIsWorking(false);
      if (failure instanceof ApiRefusal && failure.code === 'second_key_required') onAsked(failure.details);
      else setError(wordsFor(failure));
    }
  }

  function wordsFor(failure: unknown): string {
    if (!(failure instanceof ApiRefusal)) return t('failed');
    if (failure.status === unauthorized) return t('invalid');
    return (failure.status === tooManyAttempts ? messageOf(failure) : null) ?? t('failed');
  }

  return { error, isWorking, logIn };
}
