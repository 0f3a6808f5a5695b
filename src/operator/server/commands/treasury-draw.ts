import { randomUUID } from 'node:crypto';
import { readTreasury } from '#ledger/server/account-store.ts';
import { post } from '#ledger/server/post.ts';
import { micros, type Micros, toDecimal } from '#money/money.ts';
import { sumAwardsToCome } from '#network/server/bonus-store.ts';
import { readPayingClock } from '#database/server/business-clock.ts';
import { requireOne, type Sql } from '#database/server/database.ts';
import { declareCommand } from '#commands/server/declaration.ts';
import { money, reason, word } from '#commands/server/params.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { wordsOf } from './words.ts';

/**
 * Takes the operator's money out of the treasury, at most what is promised to nobody. Concurrent draws run one after the other, and
 * promises made meanwhile wait.
 */
export const treasuryDraw = declareCommand({
  name: 'treasury draw',
  params: { usd: word(money), reason },
  facts: { journal: 'text', left: 'money', before: 'money', after: 'money' },
  roles: ['treasury'],
  effect: 'money',
  isDestructive: true,
  words: wordsOf('treasury draw'),
  foresee: ({ sql }, { usd }) => requireFree(sql, usd),
  stands: async ({ sql }, { usd }) => {
    const before = await readTreasury(sql);
    return { before: toDecimal(before), after: toDecimal(micros(before - usd)) };
  },
  async run({ tx }, { usd: amount }) {
    // A concurrent draw waits here, and then sees what is free after this one.
    await requireOne(tx, 'SELECT ledger.hold_accounts(ARRAY[ledger.house()]), ledger.hold_treasury()');
    await requireFree(tx, amount);
    const journal = `treasury:${randomUUID()}:drawn`;
    const now = await readPayingClock(tx);
    const entries = [{ from: 'treasury', to: 'funding', amount } as const];
    await post(tx, { key: journal, kind: 'treasury_drawn', owner: null, reference: null, entries }, now);
    return { outcome: 'drawn', facts: { journal, left: toDecimal(await readTreasury(tx)) } };
  },
});

/** Returns what is promised to nobody: what is left to promise, less the awards to be paid from it. */
async function readFree(sql: Sql): Promise<Micros> {
  const [left, { owed, waiting }] = [await readTreasury(sql), await sumAwardsToCome(sql)];
  return micros(left - owed - waiting);
}

/** @throws CommandRefused `too_little` when it is more than is free */
async function requireFree(sql: Sql, amount: Micros): Promise<void> {
  const free = await readFree(sql);
  if (amount <= free) return;
  const most = toDecimal(free > 0n ? free : micros(0n));
  throw new CommandRefused('too_little', `${toDecimal(amount)} USD is more than is left to promise: ${most} USD.`);
}
