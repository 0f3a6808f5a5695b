import type { Journal } from '#ledger/journal.ts';
import { changeOfBalance, isReversible, reversals, reversingJournal } from '#ledger/reversals.ts';
import { findJournal } from '#ledger/server/find-journal.ts';
import { sendHoldAccounts } from '#ledger/server/hold.ts';
import { post } from '#ledger/server/post.ts';
import { micros, sum, toDecimal, toJsonNumber } from '#money/money.ts';
import { Refusal } from '#platform/refusal.ts';
import { readPayingClock } from '#database/server/business-clock.ts';
import type { Tx } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import type { Command } from '../command.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { holdTaxes } from '../owed-taxes.ts';
import { readReason } from '../read-reason.ts';
import { recordAction } from '../record-action.ts';

/** Reversals of the customer's own money coming in or going out, from which the network computes bonuses. */
const ownMoney = new Set<string>(['reversed_deposit', 'reversed_withdrawal']);

/**
 * Reverses a journal by another that takes back everything it moved; posted entries never change. A journal is reversed at most once, and
 * never for more than the customer has.
 */
export const ledgerReverse: Command = {
  name: 'ledger reverse',
  words: ['JOURNAL'],
  required: ['reason'],
  summary: `Reverse a journal by its key, once (${Object.keys(reversals).join(', ')}); the customer reads the reason exactly as typed`,
  run: ({ db, operator, events }, { words, options }) =>
    transaction(db, async (tx) => {
      const key = words[0] as string;
      // The reason is embedded in a sentence in the customer's language.
      const reason = readReason(options['reason']).replace(/\.+$/, '');
      const posted = await findJournal(tx, key);
      if (!posted) throw new CommandRefused('unknown_journal', `There is no journal ${key}.`);
      const { kind, owner: customerId, reference } = posted;
      if (!isReversible(kind) || posted.isHouse || reference === null) {
        const sentence = `A journal of the kind ${kind} cannot be reversed. These can: ${Object.keys(reversals).join(', ')}.`;
        throw new CommandRefused('not_reversible', sentence);
      }
      const journal = reversingJournal({ ...posted, kind });
      sendHoldAccounts(tx, customerId);
      if (journal.kind === 'reversed_withholding') await requireOwed(tx, journal);
      await keepReversal(tx, key, customerId, journal, reason);
      const now = await readPayingClock(tx);
      const { number } = await postReversal(tx, journal, now);
      const change = changeOfBalance(journal);
      if (ownMoney.has(journal.kind)) await events.onCapitalMoved(tx, { customerId, change: capitalOf(journal) });
      await events.onCorrected(tx, { customerId, change, reason, cause: key, at: now });
      const usd = toDecimal(micros(change));
      const details = { journal: key, customer: customerId, kind, by: journal.key, usd, reason };
      await recordAction(tx, { operator, action: 'ledger reverse', details });
      return {
        lines: [`${key} is reversed by ${journal.key}: ${usd} USD to the customer’s balance.`],
        json: {
          journal: journal.key,
          customer: customerId,
          number: Number(number),
          change: toJsonNumber(micros(change)),
        },
      };
    }),
};

/** Of two concurrent reversals the second waits here and is refused. */
async function keepReversal(tx: Tx, key: string, customerId: string, journal: Journal, reason: string): Promise<void> {
  const legs = journal.entries.map(({ from: giver, to: taker, amount }) => ({ giver, taker, amount: String(amount) }));
  const kept = await tx.query(
    `INSERT INTO ledger_reversals (journal, customer_id, kind, reference, legs, reason)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING journal`,
    [key, customerId, journal.kind, journal.reference, JSON.stringify(legs), reason],
  );
  if (kept.length === 0) throw new CommandRefused('reversed_before', `${key} has already been reversed.`);
}

async function postReversal(tx: Tx, journal: Journal, now: Date): Promise<{ number: bigint }> {
  try {
    return await post(tx, journal, now);
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
