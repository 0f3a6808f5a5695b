import * as z from 'zod/mini';
import type { Journal } from '#ledger/journal.ts';
import { changeOfBalance, isReversible, reversals, reversingJournal } from '#ledger/reversals.ts';
import { findJournal } from '#ledger/server/find-journal.ts';
import { sendHoldAccounts } from '#ledger/server/hold.ts';
import { post } from '#ledger/server/post.ts';
import { micros, sum, toDecimal } from '#money/money.ts';
import { Refusal } from '#platform/refusal.ts';
import { typedLine } from '#platform/typed/schemas.ts';
import { readPayingClock } from '#database/server/business-clock.ts';
import { readOne, type Sql, type Tx } from '#database/server/database.ts';
import { declareCommand } from '#commands/server/declaration.ts';
import { journal, text, word } from '#commands/server/params.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { readStandingOfCustomer } from '#commands/server/standing.ts';
import { holdTaxes } from '../owed-taxes.ts';
import { wordsOf } from './words.ts';

/** Reversals of the customer's own money coming in or going out, from which the network computes bonuses. */
const ownMoney = new Set<string>(['reversed_deposit', 'reversed_withdrawal']);

/** Without the final full stop: the reason is embedded in a sentence in the customer's language. */
const reason = typedLine(200).check(
  z.overwrite((typed) => typed.replace(/\.+$/, '')),
  z.minLength(1),
);

/**
 * Reverses a journal by another that takes back everything it moved; posted entries never change. A journal is reversed at most once, and
 * never for more than the customer has.
 */
export const ledgerReverse = declareCommand({
  name: 'ledger reverse',
  params: { journal: word(journal), reason: text(200, reason) },
  facts: {
    customer: 'customer',
    kind: 'choice',
    by: 'journal',
    usd: 'money',
    at: 'moment',
    before: 'money',
    after: 'money',
  },
  roles: ['payments', 'treasury'],
  effect: 'money',
  isDestructive: true,
  words: wordsOf('ledger reverse'),
  async read({ sql }, { journal: key }) {
    const found = await findReversible(sql, key).catch(() => null);
    return found && factsOf(found);
  },
  async stands({ sql }, { journal: key }) {
    const found = await findReversible(sql, key).catch(() => null);
    const row = await readOne<{ at: Date; balance: bigint }>(
      sql,
      `SELECT j.happened_at AS at, a.balance FROM ledger.journals j JOIN ledger.accounts a ON a.owner = j.owner WHERE j.key = $1`,
      [key],
    );
    if (!found || !row) return null;
    const after = toDecimal(micros(row.balance + changeOfBalance(found.reversing)));
    const { balance: before, ...history } = (await readStandingOfCustomer(sql, found.customerId)) ?? {};
    return { at: row.at.toISOString(), ...(before !== undefined && { before, after }), ...history };
  },
  async run({ tx, events }, { journal: key, reason: why }) {
    const found = await findReversible(tx, key);
    const { customerId, reversing } = found;
    sendHoldAccounts(tx, customerId);
    if (reversing.kind === 'reversed_withholding') await requireOwed(tx, reversing);
    await keepReversal(tx, key, customerId, reversing, why);
    const now = await readPayingClock(tx);
    await postReversal(tx, reversing, now);
    const change = changeOfBalance(reversing);
    if (ownMoney.has(reversing.kind)) await events.onCapitalMoved(tx, { customerId, change: capitalOf(reversing) });
    await events.onCorrected(tx, { customerId, change, reason: why, cause: key, at: now });
    return { outcome: 'reversed', facts: factsOf(found) };
  },
});

interface Found {
  kind: string;
  customerId: string;
  reversing: Journal;
}

async function findReversible(sql: Sql, key: string): Promise<Found> {
  const posted = await findJournal(sql, key);
  if (!posted) throw new CommandRefused('unknown_journal', `There is no journal ${key}.`);
  const { kind, owner: customerId, reference } = posted;
  if (!isReversible(kind) || posted.isHouse || reference === null) {
    const sentence = `A journal of the kind ${kind} cannot be reversed. These can: ${Object.keys(reversals).join(', ')}.`;
    throw new CommandRefused('not_reversible', sentence);
  }
  return { kind, customerId, reversing: reversingJournal({ ...posted, kind }) };
}

const factsOf = ({ kind, customerId, reversing }: Found) => ({
  customer: customerId,
  kind,
  by: reversing.key,
  usd: toDecimal(micros(changeOfBalance(reversing))),
});

/** Of two concurrent reversals the second waits here and is refused. */
async function keepReversal(tx: Tx, key: string, customerId: string, by: Journal, why: string): Promise<void> {
  const legs = by.entries.map(({ from: giver, to: taker, amount }) => ({ giver, taker, amount: String(amount) }));
  const kept = await tx.query(
    `INSERT INTO ledger_reversals (journal, customer_id, kind, reference, legs, reason)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING journal`,
    [key, customerId, by.kind, by.reference, JSON.stringify(legs), why],
  );
  if (kept.length === 0) throw new CommandRefused('reversed_before', `${key} has already been reversed.`);
}

async function postReversal(tx: Tx, reversing: Journal, now: Date): Promise<void> {
  try {
    await post(tx, reversing, now);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'insufficient_balance') throw error;
    throw new CommandRefused('too_little', 'The customer’s balance is less than the amount to take back.');
  }
}

/** The house cannot give back tax that it has paid to the authority: the authority has to return it first. */
async function requireOwed(tx: Tx, { entries }: Journal): Promise<void> {
  const given = sum(entries.map(({ amount }) => amount));
  const { owed } = await holdTaxes(tx);
  if (given <= owed) return;
  const sentence = `The tax was paid to the authority, which is now owed ${toDecimal(owed)} USD: run "taxes return" first.`;
  throw new CommandRefused('too_little', sentence);
}

/** The change of balance from and to the brokerage, excluding a refunded fee. */
function capitalOf({ entries }: Journal): ReturnType<typeof micros> {
  const outside = entries.filter(({ from, to }) => from === 'brokerage' || to === 'brokerage');
  return micros(changeOfBalance({ entries: outside }));
}
