import { createTranslator } from 'use-intl/core';
import auth from '#auth/messages/en.json' with { type: 'json' };
import ledger from '#ledger/messages/en.json' with { type: 'json' };
import platform from '#platform/messages/en.json' with { type: 'json' };
import type { Refusal } from '#platform/refusal.ts';

const messages = { auth, ledger, platform };

/** The message of a product's refusal, in English for the operator. */
export function formatRefusal({ folder, code, values }: Refusal): string {
  const translate = createTranslator({
    locale: 'en',
    messages,
    namespace: folder as never,
    onError: () => {},
    getMessageFallback: () => `Refused: ${code}.`,
  });
  return translate(`refusals.${code}` as never, values as never);
}
