import { useState } from 'react';
import { ApiRefusal, messageOf } from '#platform/web/api-failure.ts';

interface FormCall {
  /** Error message for the form as a whole. */
  error: string | null;
  isWorking: boolean;
  /**
   * Runs the form's call, one at a time.
   *
   * @param onRefusal returns true when the refusal is shown elsewhere: at its field, or as another state of the page
   */
  run: (call: () => Promise<void>, onRefusal?: (refusal: ApiRefusal) => boolean) => Promise<void>;
}

/** @param failed message used when the server supplies none for the failure */
export function useFormCall(failed: string): FormCall {
  const [error, setError] = useState<string | null>(null);
  const [isWorking, setIsWorking] = useState(false);
  async function run(call: () => Promise<void>, onRefusal?: (refusal: ApiRefusal) => boolean): Promise<void> {
    if (isWorking) return;
    setError(null);
    setIsWorking(true);
    try {
      await call();
    } catch (failure) {
      const isSaid = failure instanceof ApiRefusal && onRefusal?.(failure);
      if (!isSaid) setError(wordsFor(failure) ?? failed);
    }
    setIsWorking(false);
  }
  return { error, isWorking, run };
}

/** The generic message of a fault tells the customer less than the form's own. */
function wordsFor(failure: unknown): string | null {
  return failure instanceof ApiRefusal && failure.status < 500 ? messageOf(failure) : null;
}
