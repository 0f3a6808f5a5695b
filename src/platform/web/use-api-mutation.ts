import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import type { AnswerOf } from '#platform/endpoint.ts';
import { callApi, type HarmlessCall, type InputOf } from './api.ts';
import { ApiRefusal, messageOf } from './api-failure.ts';
import { supportReference } from './support/for-support.ts';
import { showToast } from './ui/toasts.ts';

export interface MutationTexts {
  /** Toast when it is done. */
  success?: string;
  /** Toast when the server refused without words of its own. */
  failed?: string;
  /** Toast when there was no answer, or one that nobody expected. */
  unexpected?: string;
  /** Refusals that the form itself says, at the field they are about: no toast. */
  saidByForm?: readonly string[];
}

/**
 * A call that changes something and moves no money (that is `intents/use-money-mutation.ts`): names the endpoint and what to
 * say. After any success everything read before is stale (`query-client.ts`).
 */
export function useApiMutation<E extends HarmlessCall>(
  endpoint: E,
  texts: MutationTexts = {},
): UseMutationResult<AnswerOf<E>, Error, InputOf<E>> {
  return useMutation<AnswerOf<E>, Error, InputOf<E>>({
    mutationFn: (input) => (callApi as (e: E, i: InputOf<E>) => Promise<AnswerOf<E>>)(endpoint, input),
    ...announceOutcome(texts),
  });
}

/** How a call ended, in a toast. The server's own words come first. */
export function announceOutcome(texts: MutationTexts) {
  return {
    onSuccess: () => {
      if (texts.success) showToast('success', texts.success);
    },
    onError: (error: Error) => {
      if (error instanceof ApiRefusal && texts.saidByForm?.includes(error.code)) return;
      const said = messageOf(error) ?? (error instanceof ApiRefusal ? texts.failed : texts.unexpected);
      if (said) showToast('danger', said, supportReference(error));
    },
  };
}
