import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { AnswerOf } from '#platform/endpoint.ts';
import { callApi, type HarmlessCall, type InputOf } from './api.ts';
import { ApiRefusal, messageOf, tookTooLong } from './api-failure.ts';
import type { Affected } from './read-again.ts';
import { supportReference } from './support/for-support.ts';
import { showToast } from './ui/toasts.ts';

export interface MutationTexts {
  /** Toast on success. */
  success?: string;
  /** Toast when the server refused without a message of its own. */
  failed?: string;
  /** Toast when there was no response, or an unexpected one. */
  unexpected?: string;
  /** Toast when the response took too long, in place of the above. */
  late?: string;
  /** What the change affects; everything, unless said otherwise. */
  affects?: Affected;
  /** Refusals that the form shows at the field concerned: no toast. */
  saidByForm?: readonly string[];
}

/**
 * A call that changes something but moves no money (that is `intents/use-money-mutation.ts`): takes the endpoint and the texts of its
 * toasts, and reads again what the change affects.
 */
export function useApiMutation<E extends HarmlessCall>(
  endpoint: E,
  texts: MutationTexts = {},
): UseMutationResult<AnswerOf<E>, Error, InputOf<E>> {
  const t = useTranslations('platform');
  return useMutation<AnswerOf<E>, Error, InputOf<E>>({
    mutationFn: (input) => (callApi as (e: E, i: InputOf<E>) => Promise<AnswerOf<E>>)(endpoint, input),
    ...announceOutcome({ unexpected: t('noConnection'), late: t('tookTooLong'), ...texts }),
    meta: { affects: texts.affects },
  });
}

/** Shows how a call ended, in a toast. The server's own message takes precedence. */
export function announceOutcome(texts: MutationTexts) {
  return {
    onSuccess: () => {
      if (texts.success) showToast('success', texts.success);
    },
    onError: (error: Error) => {
      if (error instanceof ApiRefusal && texts.saidByForm?.includes(error.code)) return;
      const unexpected = (tookTooLong(error) && texts.late) || texts.unexpected;
      const said = messageOf(error) ?? (error instanceof ApiRefusal ? texts.failed : unexpected);
      if (said) showToast('danger', said, supportReference(error));
    },
  };
}
