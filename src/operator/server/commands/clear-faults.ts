import { fetchWithin } from '#platform/server/fetch-within.ts';
import { declareCommand } from '#commands/server/declaration.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { wordsOf } from './words.ts';

/** Lets the sandbox's brokerage answer as it should again. */
export const brokerageClear = declareCommand({
  name: 'brokerage clear',
  params: {},
  facts: {},
  roles: ['admin', 'payments'],
  effect: null,
  sandboxOnly: true,
  words: wordsOf('brokerage clear'),
  async bring({ mode, brokerage }) {
    if (mode !== 'sandbox') throw new CommandRefused('sandbox_only', '"brokerage clear" works only in the sandbox.');
    if (!brokerage) throw new CommandRefused('no_brokerage', 'No sandbox brokerage is configured.');
    const answer = await fetchWithin(5_000, `${brokerage.url}/sandbox/faults`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${brokerage.token}` },
    }).catch(() => null);
    if (!answer?.ok)
      throw new CommandRefused('brokerage_away', `The sandbox brokerage at ${brokerage.url} does not answer.`);
  },
  run: async () => ({ outcome: 'cleared', facts: {} }),
});
