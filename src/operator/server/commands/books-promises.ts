import type { AccountKind } from '#ledger/journal.ts';
import { type Micros, micros, sum, toDecimal, toJsonNumber } from '#money/money.ts';
import { type Owed, type Liabilities, readLiabilities } from '#maturities/server/read-liabilities.ts';
import { declareLook } from '#commands/server/declaration.ts';
import { wordsOf } from './words.ts';

/** Labels of the ledger accounts that make up what customers hold. */
const holdings: readonly [AccountKind, string][] = [
  ['balance', 'balances'],
  ['held', 'withdrawals in transit'],
  ['invested', 'in positions'],
  ['zord', 'available in bot wallets'],
  ['promised', 'promised and set aside'],
];

/** Shows what is owed now, what falls due by month and what backs it, and checks that liabilities match the ledger. */
export const booksPromises = declareLook({
  name: 'books promises',
  params: {},
  roles: ['auditor', 'treasury'],
  words: wordsOf('books promises'),
  async show({ atOneMoment }) {
    const liabilities = await atOneMoment(readLiabilities);
    const broken = liabilities.comparisons.filter(({ ledger, positions }) => ledger !== positions);
    return {
      lines: [
        ...formatOwed(liabilities),
        ...formatTable('falls due (UTC)', liabilities.months),
        ...formatTable('by product', liabilities.products),
        ...formatBehind(liabilities),
        ...(broken.length > 0
          ? broken.map(
              ({ account, ledger, positions }) =>
                `broken: the positions say ${toDecimal(positions)} USD, the ledger’s ${account} says ${toDecimal(ledger)}`,
            )
          : [`The promises add up: ${toDecimal(of(liabilities, 'promised'))} USD in positions and in the ledger.`]),
      ],
      json: asJson(liabilities),
      isWrong: broken.length > 0,
    };
  },
});

function of({ held }: Liabilities, account: AccountKind): Micros {
  return held.get(account) ?? micros(0n);
}

function totalOwed(liabilities: Liabilities): Micros {
  return sum(holdings.map(([account]) => of(liabilities, account)));
}

/** Money that came from outside and is still here: the account on the other side is negative by that amount. */
function cameFrom(liabilities: Liabilities, account: AccountKind): Micros {
  return micros(-of(liabilities, account));
}

function formatOwed(liabilities: Liabilities): string[] {
  return [
    line('owed to customers now', totalOwed(liabilities)),
    ...holdings.map(([account, words]) => line(`  ${words}`, of(liabilities, account))),
  ];
}

function formatBehind(liabilities: Liabilities): string[] {
  return [
    'what backs it',
    line('  from the brokerage, net', cameFrom(liabilities, 'brokerage')),
    line('  funded by the house', cameFrom(liabilities, 'funding')),
    line('  paid by trading, net', cameFrom(liabilities, 'trading')),
    line('  of which left to promise', liabilities.treasury),
    line('  of which fees taken', of(liabilities, 'fees')),
  ];
}

function formatTable(title: string, rows: ReadonlyMap<string, Owed>): string[] {
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

function line(words: string, amount: Micros): string {
  return `${words.padEnd(28)}${toDecimal(amount).padStart(18)} USD`;
}

function asJson(liabilities: Liabilities): object {
  const owedJson = (rows: ReadonlyMap<string, Owed>, name: string): object[] =>
    [...rows].map(([key, owed]) => ({
      [name]: key,
      positions: owed.positions,
      principal: toJsonNumber(owed.principal),
      promised: toJsonNumber(owed.promised),
      result: toJsonNumber(owed.result),
    }));
  return {
    owed: toJsonNumber(totalOwed(liabilities)),
    held: Object.fromEntries(holdings.map(([account]) => [account, toJsonNumber(of(liabilities, account))])),
    months: owedJson(liabilities.months, 'month'),
    products: owedJson(liabilities.products, 'product'),
    behind: {
      brokerage: toJsonNumber(cameFrom(liabilities, 'brokerage')),
      funding: toJsonNumber(cameFrom(liabilities, 'funding')),
      trading: toJsonNumber(cameFrom(liabilities, 'trading')),
      treasury: toJsonNumber(liabilities.treasury),
      fees: toJsonNumber(of(liabilities, 'fees')),
    },
    broken: liabilities.comparisons
      .filter(({ ledger, positions }) => ledger !== positions)
      .map(({ account, ledger, positions }) => ({
        account,
        ledger: toJsonNumber(ledger),
        positions: toJsonNumber(positions),
      })),
  };
}
