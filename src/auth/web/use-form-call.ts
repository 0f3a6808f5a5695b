import { useState } from 'react';
import { ApiRefusal, messageOf } from '#platform/web/api-failure.ts';

interface FormCall {
  /** What is wrong with the whole form, in words. */
  error: string | null;
  isWorking: boolean;
  /**
   * Runs the form's call, one at a time.
   *
   * @param onRefusal true when the refusal has been said elsewhere: at its field, or as another state of the page
   */
  run: (call: () => Promise<void>, onRefusal?: (refusal: ApiRefusal) => boolean) => Promise<void>;
}

/** @param failed said when the server has no words of its own for what happened */
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

/** A fault's own sentence tells the customer less than the form can. */
function wordsFor(failure: unknown): string | null {
  return failure instanceof ApiRefusal && failure.status < 500 ? messageOf(failure) : null;
}
