import { readFrozenSince } from '#ledger/server/freeze.ts';
import { toDecimal } from '#money/money.ts';
import { readBusinessClock, readPayingClock } from '#database/server/business-clock.ts';
import { readSetting } from '#settings/server/settings.ts';
import { eraseCustomer, type Obstacle, readObstacles } from '#privacy/server/erase-customer.ts';
import { keepDays } from '#privacy/server/privacy-settings.ts';
import { answerByErasure } from '#privacy/server/request-store.ts';
import { declareCommand } from '#commands/server/declaration.ts';
import { choice, customer, word } from '#commands/server/params.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { aboutCustomer, readCustomer, readHistory, requireCustomer } from '#commands/server/customer.ts';
import { wordsOf } from './customer-words.ts';

/** Reasons for erasure, worded so that they say nothing about the person: they stay in the action log. */
const grounds = ['asked', 'no_longer_needed', 'unlawful'] as const;

/**
 * Removes everything that identifies the person behind a customer. The books stay whole, for a customer who is nobody; the address can be
 * used again. Less than one cent, which nobody can withdraw, goes to the treasury. Irreversible.
 */
export const customerErase = declareCommand({
  name: 'customer erase',
  params: { customer: word(customer), ground: choice(grounds) },
  facts: { ...aboutCustomer, givenUp: 'money' },
  roles: ['compliance'],
  effect: 'access',
  isDestructive: true,
  words: wordsOf('customer erase'),
  read: readCustomer,
  stands: readHistory,
  async foresee({ sql, mode }, { customer: email }) {
    const { id } = await requireCustomer(sql, email);
    const { now } = await readBusinessClock(sql);
    const obstacles = await readObstacles(sql, id, await readSetting(sql, keepDays, mode), now);
    if ((await readFrozenSince(sql, id)) !== null) obstacles.unshift('frozen');
    refuseObstacles(obstacles);
  },
  async run({ tx, mode, by }, { customer: typed }) {
    const { id, email } = await requireCustomer(tx, typed);
    const now = await readPayingClock(tx);
    const days = await readSetting(tx, keepDays, mode);
    const { obstacles, givenUp } = await eraseCustomer(tx, { customerId: id, email, keepDays: days, now });
    refuseObstacles(obstacles);
    await answerByErasure(tx, id, by);
    if (givenUp === 0n) return { outcome: 'erased', facts: { customer: id } };
    return { outcome: 'erased_giving_up', facts: { customer: id, givenUp: toDecimal(givenUp) } };
  },
});

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

function refuseObstacles(obstacles: readonly Obstacle[]): void {
  const [first] = obstacles;
  if (!first) return;
  const why = obstacles.map((obstacle) => sentences[obstacle]).join('; ');
  throw new CommandRefused(first, `The customer cannot be erased: ${why}.`);
}
