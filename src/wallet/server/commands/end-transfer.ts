import { setTimeout as pause } from 'node:timers/promises';
import { type Micros, toDecimal } from '#money/money.ts';
import type { Sql } from '#database/server/database.ts';
import { type Declared, declareCommand } from '#commands/server/declaration.ts';
import { choice, evidence, flag, money, pinned, transfer, word } from '#commands/server/params.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { pendingHours, transferStates } from '#wallet/transfer-state.ts';
import { endByHand, type HandOutcome, isStuckAtBrokerage } from '../end-by-hand.ts';
import { readTransfersById } from '../transfer-store.ts';
import { readStanding, transferStanding } from './standing.ts';
import { factsOf, requireTransfer } from './transfer.ts';
import { wordsOf } from './words.ts';

/** As long as one attempt at the brokerage may take. */
const patienceMs = 15_000;
const pollMs = 100;

/** The brokerage carried it out but its answer is lost: counts as done. */
export const transferSettle = byHand('transfer settle', 'settled');

/** The brokerage never carried it out and does not say so: counts as refused. */
export const transferReturn = byHand('transfer return', 'returned');

/** Evidence stands in for the brokerage's answer, and the amount is typed again: nothing done by hand can be taken back. */
function byHand(name: 'transfer settle' | 'transfer return', outcome: HandOutcome): Declared {
  return declareCommand({
    name,
    params: {
      transfer: word(transfer),
      amount: money,
      evidence,
      written: flag,
      before: pinned(choice(transferStates)),
    },
    facts: { customer: 'customer', usd: 'money', direction: 'choice', state: 'choice', ...transferStanding },
    replaces: { state: 'before' },
    roles: ['payments'],
    effect: 'money',
    isDestructive: true,
    words: wordsOf(name),
    read: async ({ sql }, { transfer: id }) => {
      const [found] = await readTransfersById(sql, [id]);
      return found ? factsOf(found) : null;
    },
    stands: (on, { transfer: id }) => readStanding(on, id),
    pin: async ({ sql }, { transfer: id }) => ({ before: (await requireTransfer(sql, id)).state }),
    foresee: ({ sql }, asked) => requireEndable(sql, asked, outcome),
    async bring({ sql }, asked) {
      const until = performance.now() + patienceMs;
      for (;;) {
        const { state } = await requireMeant(sql, asked, outcome);
        // An attempt in progress will be unknown, or answered, a moment later.
        const mayChange = state === 'sending' && !asked.written && !(await isStuckAtBrokerage(sql, asked.transfer));
        if (!mayChange || performance.now() >= until) return;
        await pause(pollMs);
      }
    },
    async run({ tx, events }, asked) {
      const { transfer: id, evidence: said, written = false } = asked;
      const byThem = await endByHand(tx, id, { outcome, evidence: said, isWritten: written, events });
      if (!byThem) throw await refuse(tx, id);
      return { outcome, facts: { ...factsOf(byThem.ended), state: outcome }, was: { state: byThem.was } };
    },
  });
}

interface Asked {
  transfer: string;
  amount: Micros;
  written?: boolean | undefined;
}

/** Refuses what could not be ended as things stand; an attempt in progress may be over by then. */
async function requireEndable(sql: Sql, asked: Asked, outcome: HandOutcome): Promise<void> {
  const { state } = await requireMeant(sql, asked, outcome);
  if (state !== 'unknown' && state !== 'sending') throw await refuse(sql, asked.transfer);
}

/** Refuses an amount that is not the transfer's, and says what would happen with which. */
async function requireMeant(sql: Sql, { transfer: id, amount: typed }: Asked, outcome: HandOutcome) {
  const found = await requireTransfer(sql, id);
  if (found.amount === typed) return found;
  const effect = effects[found.direction][outcome];
  const sentence = `Transfer ${id} is a ${found.direction} of ${toDecimal(found.amount)} USD, not of ${toDecimal(typed)}: ${effect}, for good.`;
  throw new CommandRefused('other_amount', sentence);
}

const effects: Record<'deposit' | 'withdrawal', Record<HandOutcome, string>> = {
  deposit: {
    settled: 'it would be credited to the customer’s balance',
    returned: 'nothing would be credited to the customer',
  },
  withdrawal: {
    settled: 'the money held for it would leave',
    returned: 'the money held for it would go back to the customer’s balance',
  },
};

async function refuse(sql: Sql, id: string): Promise<CommandRefused> {
  const { state } = await requireTransfer(sql, id);
  const rule = 'only a transfer whose answer was lost can be ended manually';
  if (state !== 'sending') return new CommandRefused('not_unknown', `Transfer ${id} is ${state}: ${rule}.`);
  const isStuck = await isStuckAtBrokerage(sql, id);
  const how = isStuck ? 'on the brokerage’s written word (--written)' : `one unchanged for ${pendingHours} hours`;
  return new CommandRefused('not_unknown', `Transfer ${id} is sending: ${rule}, or ${how}.`);
}
