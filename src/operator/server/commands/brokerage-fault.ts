import { fetchWithin } from '#platform/server/fetch-within.ts';
import { transaction } from '#database/server/transaction.ts';
import { type FaultMode, faultModes, type FaultRequest } from '#sandbox/contract.ts';
import type { Lastro } from '../command.ts';
import { choice, number, optional, word } from '#commands/server/params.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { atMachine } from '../as-command.ts';
import { recordAction } from '../record-action.ts';

/** Makes the sandbox brokerage misbehave at its next calls. */
export const brokerageFault = atMachine({
  name: 'brokerage fault',
  params: { mode: word(choice(Object.keys(faultModes) as FaultMode[])), times: optional(number(1_000_000)) },
  summary: 'Make the sandbox brokerage fail its next calls, once or --times N',
  sandboxOnly: true,
  async run({ db, operator, brokerage }, { mode, times = 1 }) {
    if (!brokerage) {
      throw new CommandRefused(
        'no_brokerage',
        'No sandbox brokerage is configured: set BROKERAGE_URL and BROKERAGE_TOKEN.',
      );
    }
    // Recorded first: the call cannot be part of the transaction.
    await transaction(db, (tx) => recordAction(tx, { operator, action: 'brokerage fault', details: { mode, times } }));
    await tell(brokerage, { mode, times });
    const calls = times === 1 ? 'next call' : `next ${times} calls`;
    return { lines: [`The sandbox brokerage will fail its ${calls}: ${mode}.`], json: { mode, times } };
  },
});

async function tell({ url, token }: NonNullable<Lastro['brokerage']>, input: FaultRequest): Promise<void> {
  const answer = await fetchWithin(5_000, `${url}/sandbox/faults`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  }).catch(() => null);
  if (answer?.ok) return;
  const reason = answer ? `answered ${answer.status}` : 'does not answer';
  throw new CommandRefused('brokerage_away', `The sandbox brokerage at ${url} ${reason}.`);
}
