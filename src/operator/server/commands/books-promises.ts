import type { AccountKind } from '#ledger/journal.ts';
import { type Micros, micros, sum, toDecimal, toJsonNumber } from '#money/money.ts';
import type { Database } from '#platform/server/database.ts';
import { transaction } from '#platform/server/transaction.ts';
import { type Owed, type Promises, readPromises } from '#promises/server/read-promises.ts';
import type { Command } from '../command.ts';

/** What customers hold, as the ledger keeps it, in words. */
const holdings: readonly [AccountKind, string][] = [
  ['balance', 'balances'],
  ['held', 'withdrawals on their way'],
  ['staked', 'in stakes'],
  ['vault', 'in the vault'],
  ['copytrade', 'in copytrade'],
  ['zord', 'free in bot wallets'],
  ['zord_blocked', 'blocked in bot wallets'],
  ['promised', 'promised and set aside'],
];

/** What is owed now, what falls due by month, what stands behind it; and whether promises and ledger are one. */
export const booksPromises: Command = {
  name: 'books promises',
  summary:
    'Show what is owed, when it falls due and what stands behind it; exit code 1 when the promises do not add up',
  async run({ db }) {
    const promises = await readAtOneMoment(db);
    const broken = promises.comparisons.filter(({ ledger, positions }) => ledger !== positions);
    return {
      lines: [
        ...sayOwed(promises),
        ...sayTable('falls due (UTC)', promises.months),
        ...sayTable('by product', promises.products),
        ...sayBehind(promises),
        ...(broken.length > 0
          ? broken.map(
              ({ account, ledger, positions }) =>
                `broken: the positions say ${toDecimal(positions)} USD, the ledger’s ${account} says ${toDecimal(ledger)}`,
            )
          : [`The promises add up: ${toDecimal(of(promises, 'promised'))} USD in positions and in the ledger.`]),
      ],
      json: asJson(promises),
      isRefused: broken.length > 0,
    };
  },
};

function readAtOneMoment(db: Database): Promise<Promises> {
  return transaction(db, async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await tx.query('SET LOCAL statement_timeout = 0');
    return readPromises(tx);
  });
}

function of({ held }: Promises, account: AccountKind): Micros {
  return held.get(account) ?? micros(0n);
}

function totalOwed(promises: Promises): Micros {
  return sum(holdings.map(([account]) => of(promises, account)));
}

/** What came from outside and is still here: the account on the other side is that much below zero. */
function cameFrom(promises: Promises, account: AccountKind): Micros {
  return micros(-of(promises, account));
}

function sayOwed(promises: Promises): string[] {
  return [
    say('owed to customers now', totalOwed(promises)),
    ...holdings.map(([account, words]) => say(`  ${words}`, of(promises, account))),
  ];
}

function sayBehind(promises: Promises): string[] {
  return [
    'what stands behind it',
    say('  from the brokerage, net', cameFrom(promises, 'brokerage')),
    say('  put up by the house', cameFrom(promises, 'funding')),
    say('  paid by trading, net', cameFrom(promises, 'trading')),
    say('  of it left to promise', promises.treasury),
    say('  of it fees taken', of(promises, 'fees')),
  ];
}

function sayTable(title: string, rows: ReadonlyMap<string, Owed>): string[] {
  const line = (...cells: string[]): string =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(18) : cell.padStart(18))).join('');
  return [
    line(title, 'positions', 'principal', 'promised', 'result so far'),
    ...[...rows].map(([name, owed]) =>
      line(
        `  ${name}`,
        String(owed.positions),
        toDecimal(owed.principal),
        toDecimal(owed.promised),
        toDecimal(owed.result),
      ),
    ),
  ];
}

function say(words: string, amount: Micros): string {
  return `${words.padEnd(28)}${toDecimal(amount).padStart(18)} USD`;
}

function asJson(promises: Promises): object {
  const owedJson = (rows: ReadonlyMap<string, Owed>, name: string): object[] =>
    [...rows].map(([key, owed]) => ({
      [name]: key,
      positions: owed.positions,
      principal: toJsonNumber(owed.principal),
      promised: toJsonNumber(owed.promised),
      result: toJsonNumber(owed.result),
    }));
  return {
    owed: toJsonNumber(totalOwed(promises)),
    held: Object.fromEntries(holdings.map(([account]) => [account, toJsonNumber(of(promises, account))])),
    months: owedJson(promises.months, 'month'),
    products: owedJson(promises.products, 'product'),
    behind: {
      brokerage: toJsonNumber(cameFrom(promises, 'brokerage')),
      funding: toJsonNumber(cameFrom(promises, 'funding')),
      trading: toJsonNumber(cameFrom(promises, 'trading')),
      treasury: toJsonNumber(promises.treasury),
      fees: toJsonNumber(of(promises, 'fees')),
    },
    broken: promises.comparisons
      .filter(({ ledger, positions }) => ledger !== positions)
      .map(({ account, ledger, positions }) => ({
        account,
        ledger: toJsonNumber(ledger),
        positions: toJsonNumber(positions),
      })),
  };
}
