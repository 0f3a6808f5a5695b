import { giveUpIntent, type IntentOutcome, readIntent } from '#platform/intents.ts';
import { refusePlatform } from '#platform/refusals.ts';
import { writeRefusal } from './answer-fault.ts';
import type { Answer } from './answer.ts';
import type { Http } from './http.ts';
import { answerInstead, readAnswer } from './idempotency.ts';
import { serve } from './serve.ts';

/** Serves the two calls of a client that never got an answer: was it done; and if not, can it be ruled out for good. */
export function serveIntents(http: Http): void {
  serve(http, readIntent, async (db, { investor, params }) =>
    showOutcome(await readAnswer(db, { customerId: investor.id, key: params.key })),
  );
  serve(http, giveUpIntent, async (db, { investor, params, language }) => {
    const givenUp = writeRefusal(http, refusePlatform('given_up'), language);
    return showOutcome(await answerInstead(db, { customerId: investor.id, key: params.key }, givenUp));
  });
}

function showOutcome(answer: Answer | null): IntentOutcome {
  if (!answer) return { State: 'none', Answer: null };
  const said: unknown = answer.text === '' ? null : JSON.parse(answer.text);
  return { State: answer.status < 400 ? 'done' : 'refused', Answer: said };
}
