import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnswerOf, EndpointShape } from '#platform/endpoint.ts';
import { callApi, type InputOf } from './api.ts';
import { ApiRefusal, isDefinite, messageOf } from './api-failure.ts';
import { createIntent } from './intent.ts';
import { showToast } from './ui/toasts.ts';

interface MutationTexts {
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
 * A call that changes something: names the endpoint and what to say. The server's own words come first. Calls that move
 * money carry one idempotency key per intent. After any success everything read before is stale (`query-client.ts`).
 */
export function useApiMutation<E extends EndpointShape>(
  endpoint: E,
  texts: MutationTexts = {},
): UseMutationResult<AnswerOf<E>, Error, InputOf<E>> {
  const [intent] = useState(createIntent);
  return useMutation<AnswerOf<E>, Error, InputOf<E>>({
    mutationFn: async (input) => {
      const call = callApi as (e: E, i: InputOf<E>, o: { idempotencyKey: string }) => Promise<AnswerOf<E>>;
      try {
        // Headers are on which terms it is asked, not what for: asked again on others it is still the same.
        const answer = await call(endpoint, input, { idempotencyKey: intent.keyFor({ ...input, headers: undefined }) });
        intent.settle();
        return answer;
      } catch (error) {
        if (isDefinite(error)) intent.settle();
        throw error;
      }
    },
    onSuccess: () => {
      if (texts.success) showToast('success', texts.success);
    },
    onError: (error) => {
      if (error instanceof ApiRefusal && texts.saidByForm?.includes(error.code)) return;
      const said = messageOf(error) ?? (error instanceof ApiRefusal ? texts.failed : texts.unexpected);
      if (said) showToast('danger', said);
    },
  });
}
