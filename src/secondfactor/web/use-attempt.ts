import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ApiRefusal, messageOf } from '#platform/web/api-failure.ts';
import { PasskeyNotShown } from './show-passkey.ts';

export interface Attempt {
  /** The error message shown. */
  error: string | null;
  isWorking: boolean;
  say: (error: string | null) => void;
  /** Ignored while another attempt is running. */
  run: (attempt: () => Promise<void>) => Promise<void>;
}

/** State of an attempt to show the second factor, with its error message: the server's own message has priority. */
export function useAttempt(): Attempt {
  const t = useTranslations('secondfactor.show');
  const [error, setError] = useState<string | null>(null);
  const [isWorking, setIsWorking] = useState(false);
  async function run(attempt: () => Promise<void>): Promise<void> {
    if (isWorking) return;
    setError(null);
    setIsWorking(true);
    try {
      await attempt();
    } catch (failure) {
      setError(wordsFor(failure));
    }
    setIsWorking(false);
  }
  function wordsFor(failure: unknown): string {
    if (failure instanceof PasskeyNotShown) return t('canceled');
    const isRefused = failure instanceof ApiRefusal && failure.status < 500;
    return (isRefused ? messageOf(failure) : null) ?? t('failed');
  }
  return { error, isWorking, say: setError, run };
}
