import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnswerOf, EndpointShape } from '#platform/endpoint.ts';
import { type InputOf, sendMoneyCall } from '../api.ts';
import { isDefinite, NetworkFailure } from '../api-failure.ts';
import { forgetTyped } from '../loading/typed.ts';
import { onSession, readUuid } from '../session.ts';
import { type MutationTexts, announceOutcome } from '../use-api-mutation.ts';
import { findIntent, storeIntent, type StoredIntent, settleIntent } from './stored-intents.ts';

export type MoneyCall = EndpointShape & { movesMoney: true };

/** A call that moves money, as a dialog holds it: {@link MoneyDialog} asks for it. */
export type MoneyMove<E extends MoneyCall> = UseMutationResult<AnswerOf<E>, Error, InputOf<E>> & {
  endpoint: E;
  /** Whether this is what is on its way right now; the mutation says a moment later that it is pending, and that it is not. */
  isSending: (intent: StoredIntent) => boolean;
};

/**
 * The one way to move money. What is confirmed is written down before it is sent, and forgotten when its outcome is known;
 * until then the same is sent again under the same key, and nothing else of that call is sent at all.
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
  });
  return { ...mutation, endpoint, isSending: ({ key }) => sending.has(key) };
}

/** The dialog shows the one that is pending, and asks what has become of it: this is for whoever confirms all the same. */
export class StillPending extends Error {
  override readonly name = 'StillPending';
}

function intentFor<E extends MoneyCall>(endpoint: E, input: InputOf<E>): StoredIntent {
  const { params, body } = input as StoredIntent['input'];
  const pending = findIntent(endpoint, params);
  if (!pending) return storeIntent(endpoint, input);
  // On other terms (a rate, a proof) it is still the same.
  if (JSON.stringify(pending.input.body) !== JSON.stringify(body)) throw new StillPending();
  return pending;
}

const waitMs = 10_000;

/** Nothing is sent before it is known whose it is; the frame asks for that first of all. */
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
