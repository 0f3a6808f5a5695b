import { useState } from 'react';
import { ApiRefusal, messageOf } from '#platform/web/api-failure.ts';

export interface Attempt {
  /** Error message for the form as a whole. */
  error: string | null;
  isWorking: boolean;
  say: (error: string | null) => void;
  /**
   * Runs one attempt at a time.
   *
   * @param onRefusal returns true when the refusal is shown elsewhere: at its field, or as another state of the page
   */
  run: (attempt: () => Promise<void>, onRefusal?: (refusal: ApiRefusal) => boolean) => Promise<void>;
}

/**
 * The call of a form that nothing on the screen depends on, as when getting in; any other is a mutation (`use-api-mutation.ts`). The server's
 * own message takes precedence, except that of a fault, which tells less than the form's own.
 *
 * @param failed message used when there is no other
 * @param wordsFor a failure that is no refusal
 */
export function useAttempt(failed: string, wordsFor: (failure: unknown) => string | null = () => null): Attempt {
  const [error, setError] = useState<string | null>(null);
  const [isWorking, setIsWorking] = useState(false);
  const run: Attempt['run'] = async (attempt, onRefusal) => {
    if (isWorking) return;
    setError(null);
    setIsWorking(true);
    try {
      await attempt();
    } catch (failure) {
      const refusal = failure instanceof ApiRefusal ? failure : null;
      if (!refusal || !onRefusal?.(refusal)) {
        setError(wordsFor(failure) ?? (refusal && refusal.status < 500 ? messageOf(refusal) : null) ?? failed);
      }
    }
    setIsWorking(false);
  };
  return { error, isWorking, say: setError, run };
}
