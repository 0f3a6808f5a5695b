import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnswerOf, EndpointShape } from '#platform/endpoint.ts';
import { type InputOf, sendMoneyCall } from '../api.ts';
import { isDefinite, NetworkFailure } from '../api-failure.ts';
import { forgetTyped } from '../loading/typed.ts';
import { onSession, readUuid } from '../session.ts';
import { type MutationTexts, announceOutcome } from '../use-api-mutation.ts';
import { findIntent, mayBeResent, storeIntent, type StoredIntent, settleIntent } from './stored-intents.ts';

export type MoneyCall = EndpointShape & { movesMoney: true };

/** A call that moves money, in the form {@link MoneyDialog} takes. */
export type MoneyMove<E extends MoneyCall> = UseMutationResult<AnswerOf<E>, Error, InputOf<E>> & {
  endpoint: E;
  /** Whether this intent is being sent right now; the mutation's own pending flag lags behind at both ends. */
  isSending: (intent: StoredIntent) => boolean;
};

/**
 * The only way to move money. An intent is stored before it is sent and removed once its outcome is known; until then it can only be resent
 * under the same key, and no other intent of that call is sent.
 */
export function useMoneyMutation<E extends MoneyCall>(endpoint: E, texts: MutationTexts = {}): MoneyMove<E> {
  const [sending] = useState(() => new Set<string>());
  const mutation = useMutation<AnswerOf<E>, Error, InputOf<E>>({
    mutationFn: async (input) => {
      await knownCustomer();
      const intent = intentFor(endpoint, input);
      sending.add(intent.key);
      try {
        const answer = await sendMoneyCall(endpoint, input, intent.key);
        settleIntent(intent);
        forgetTyped();
        return answer;
      } catch (error) {
        if (isDefinite(error)) settleIntent(intent);
        throw error;
      } finally {
        sending.delete(intent.key);
      }
    },
    ...announceOutcome(texts),
    meta: { affects: 'figures' },
  });
  return { ...mutation, endpoint, isSending: ({ key }) => sending.has(key) };
}

/**
 * Thrown when something else is confirmed while an intent of the call is pending. Normally the dialog shows the pending one instead and
 * checks its outcome.
 */
export class StillPending extends Error {
  override readonly name = 'StillPending';
}

function intentFor<E extends MoneyCall>(endpoint: E, input: InputOf<E>): StoredIntent {
  const { params, body } = input as StoredIntent['input'];
  const pending = findIntent(endpoint, params);
  if (!pending) return storeIntent(endpoint, input);
  // With different terms (a rate, a proof) it is still the same intent.
  if (JSON.stringify(pending.input.body) !== JSON.stringify(body) || !mayBeResent(pending)) throw new StillPending();
  return pending;
}

const waitMs = 10_000;

/** Nothing is sent before the customer is known; the frame requests that first. */
function knownCustomer(): Promise<void> {
  if (readUuid()) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => end(() => reject(new NetworkFailure('nobody knows who is in'))), waitMs);
    const stop = onSession(() => readUuid() && end(resolve));
    const end = (finish: () => void) => {
      clearTimeout(timer);
      stop();
      finish();
    };
  });
}
