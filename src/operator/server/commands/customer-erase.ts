import { readFrozenSince } from '#ledger/server/freeze.ts';
import { toDecimal } from '#money/money.ts';
import { readBusinessClock, readPayingClock } from '#database/server/business-clock.ts';
import { readSetting } from '#settings/server/settings.ts';
import { transaction } from '#database/server/transaction.ts';
import { eraseCustomer, type Obstacle, readObstacles } from '#privacy/server/erase-customer.ts';
import { keepDays } from '#privacy/server/privacy-settings.ts';
import { answerByErasure } from '#privacy/server/request-store.ts';
import type { Command } from '../command.ts';
import { CommandRefused, Mistyped } from '#commands/server/refused.ts';
import { authorOf } from '#commands/server/operator.ts';
import { recordAction } from '../record-action.ts';
import { requireCustomer } from './customer-show.ts';

/** Reasons for erasure, worded so that they say nothing about the person: they stay in the action log. */
const grounds = ['asked', 'no_longer_needed', 'unlawful'];

const sentences: Record<Obstacle, string> = {
  balance: 'they still have one cent or more',
  frozen: 'they are frozen',
  position: 'a position of theirs is running',
  transfer: 'a transfer of theirs is in progress',
  award: 'the network owes them an award',
  cause:
    'the network is still processing what they or members below them did, and may owe them for it; try again later',
  case: 'a case about them is open',
  kept_by_law: 'their last movement is too recent (privacy.keep_days)',
};

/**
 * Removes everything that identifies the person behind a customer. The books stay whole, for a customer who is nobody; the address can be
 * used again. Less than one cent, which nobody can withdraw, goes to the treasury. Irreversible.
 */
export const customerErase: Command = {
  name: 'customer erase',
  words: ['EMAIL'],
  required: ['ground'],
  summary: `Erase a customer permanently, leaving the books intact; less than one cent goes to the treasury; ground: ${grounds.join(', ')}`,
  check({ options: { ground = '' } }) {
    if (!grounds.includes(ground)) throw new Mistyped(`--ground must be one of ${grounds.join(', ')}.`);
  },
  async foresee({ db, mode }, { words: [typed = ''] }) {
    const { id } = await requireCustomer(db, typed);
    const { now } = await readBusinessClock(db);
    const obstacles = await readObstacles(db, id, await readSetting(db, keepDays, mode), now);
    if ((await readFrozenSince(db, id)) !== null) obstacles.unshift('frozen');
    refuseObstacles(obstacles);
  },
  async run({ db, mode, operator }, { words: [typed = ''], options: { ground = '' } }) {
    return transaction(db, async (tx) => {
      const { id, email } = await requireCustomer(tx, typed);
      const now = await readPayingClock(tx);
      const days = await readSetting(tx, keepDays, mode);
      const { obstacles, givenUp } = await eraseCustomer(tx, { customerId: id, email, keepDays: days, now });
      refuseObstacles(obstacles);
      await answerByErasure(tx, id, authorOf(operator).name);
      const given = givenUp > 0n && { givenUp: toDecimal(givenUp) };
      await recordAction(tx, { operator, action: 'customer erase', details: { customer: id, ground, ...given } });
      const lines = [`Customer ${id} is erased.`];
      if (given) lines.push(`${given.givenUp} USD, less than one cent, went to the treasury.`);
      return { lines, json: { id, erased: true, ...given } };
    });
  },
};

function refuseObstacles(obstacles: readonly Obstacle[]): void {
  const [first] = obstacles;
  if (!first) return;
  const why = obstacles.map((obstacle) => sentences[obstacle]).join('; ');
  throw new CommandRefused(first, `The customer cannot be erased: ${why}.`);
}
