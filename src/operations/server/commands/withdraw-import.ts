import { payoutProduct } from '#payouts/contract.ts';
import { readImport, withdrawImport, type WithdrawalOfImport } from '#payouts/server/withdraw-import.ts';
import { declareCommand } from '#commands/server/declaration.ts';
import { number, reason, word } from '#commands/server/params.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { readReachOf } from '#commands/server/standing.ts';
import type { Sql } from '#database/server/database.ts';
import { toDecimal } from '#money/money.ts';
import { wordsOf } from './words.ts';

/** Withdraws an import of operations whole, before anything was paid by it. */
export const operationsWithdraw = declareCommand({
  name: 'operations withdraw',
  params: { import: word(number(Number.MAX_SAFE_INTEGER)), reason },
  facts: {
    product: 'choice',
    operations: 'number',
    payout: 'number',
    first: 'moment',
    last: 'moment',
    made: 'moment',
    author: 'text',
    until: 'moment',
  },
  roles: ['desk'],
  effect: 'liability',
  isDestructive: true,
  words: wordsOf('operations withdraw'),
  read: ({ sql }, { import: id }) => factsOf(sql, id),
  async stands({ sql }, { import: id }) {
    const found = await readImport(sql, id);
    if (!found) return null;
    const until = found.completeBefore?.toISOString();
    const made = { made: found.madeAt.toISOString(), author: found.madeBy };
    return { ...made, ...(until !== undefined && { until }), ...(await readReachOf(sql, found.product)) };
  },
  async run({ tx, by }, { import: id }) {
    const outcome = await withdrawImport(tx, id, by);
    if (outcome !== 'withdrawn') throw new CommandRefused(`import_${outcome}`, sentences[outcome](id));
    return { outcome, facts: (await factsOf(tx, id)) ?? {} };
  },
});

const sentences: Record<Exclude<WithdrawalOfImport, 'withdrawn'>, (id: number) => string> = {
  unknown: (id) => `There is no import ${id}.`,
  withdrawn_before: (id) => `Import ${id} has already been withdrawn.`,
  paid: (id) =>
    `Positions were paid by import ${id}, so it stays: correct it by compensating operations, which reach those that run.`,
};

async function factsOf(sql: Sql, id: number) {
  const found = await readImport(sql, id);
  return (
    found && {
      product: payoutProduct.parse(found.product),
      operations: String(found.operations),
      payout: toDecimal(found.payout as Parameters<typeof toDecimal>[0]),
      first: found.first.toISOString(),
      last: found.last.toISOString(),
    }
  );
}
