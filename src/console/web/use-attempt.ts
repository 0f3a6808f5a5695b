import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ApiRefusal, messageOf } from '#platform/web/api-failure.ts';
import { PasskeyNotShown } from '#secondfactor/web/show-passkey.ts';

export interface Attempt {
  /** Error message. */
  error: string | null;
  isWorking: boolean;
  /** Runs one attempt at a time. */
  run: (attempt: () => Promise<void>, onRefusal?: (refusal: ApiRefusal) => boolean) => Promise<void>;
}

/** A form's call and its error message; the server's own message takes precedence. */
export function useAttempt(): Attempt {
  const t = useTranslations('console.attempt');
  const [error, setError] = useState<string | null>(null);
  const [isWorking, setIsWorking] = useState(false);
  async function run(attempt: () => Promise<void>, onRefusal?: (refusal: ApiRefusal) => boolean): Promise<void> {
    if (isWorking) return;
    setError(null);
    setIsWorking(true);
    try {
      await attempt();
    } catch (failure) {
      const isSaid = failure instanceof ApiRefusal && onRefusal?.(failure);
      if (!isSaid) setError(wordsFor(failure));
    }
    setIsWorking(false);
  }
  function wordsFor(failure: unknown): string {
    if (failure instanceof PasskeyNotShown) return t('canceled');
    const isRefused = failure instanceof ApiRefusal && failure.status < 500;
    return (isRefused ? messageOf(failure) : null) ?? t('failed');
  }
  return { error, isWorking, run };
}
