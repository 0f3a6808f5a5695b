import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { noteAccount } from '#platform/web/account-name.ts';
import { ApiRefusal, messageOf } from '#platform/web/api-failure.ts';
import { part } from '#platform/web/loading/part.ts';
import { beginSession } from '#platform/web/session.ts';
import type { Credentials } from './send-login.ts';

/** Nothing can be sent before somebody has typed, so the code is loaded then. A failed load is reported on submit. */
const loadSending = part(() => import('./send-login.ts'));

export function fetchSending(): void {
  void loadSending().catch(() => undefined);
}

const unauthorized = 401;
const tooManyAttempts = 429;

/** Exchanges credentials for a session. Errors are shown in one line, as A3 words it. */
export function useLogIn(onAsked: (asked: unknown) => void) {
  const t = useTranslations('auth.login');
  const [error, setError] = useState<string | null>(null);
  const [isWorking, setIsWorking] = useState(false);

  async function logIn({ email, password, keep }: Credentials): Promise<void> {
    const isEmpty = email.trim() === '' || password === '';
    setError(isEmpty ? t('empty') : null);
    if (isEmpty) return;
    setIsWorking(true);
    noteAccount(email.trim());
    try {
      const session = await (await loadSending()).sendLogin({ email: email.trim(), password, keep });
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
    const wait = failure.status === tooManyAttempts ? messageOf(failure) : null;
    return wait === null ? t('failed') : t('failedWait', { wait });
  }

  return { error, isWorking, logIn };
}
