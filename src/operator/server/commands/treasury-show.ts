import { readTreasury, sumAccounts } from '#ledger/server/account-store.ts';
import type { AccountKind } from '#ledger/journal.ts';
import { type Micros, micros, toDecimal, toJsonNumber, zero } from '#money/money.ts';
import { sumAwardsToCome } from '#network/server/bonus-store.ts';
import { declareLook } from '#commands/server/declaration.ts';
import { wordsOf } from './words.ts';

/** Shows what the house can still promise, what it has promised, and where that money came from. */
export const treasuryShow = declareLook({
  name: 'treasury show',
  params: {},
  roles: ['treasury', 'auditor'],
  words: wordsOf('treasury show'),
  async show({ sql }) {
    const sums = new Map<AccountKind, Micros>((await sumAccounts(sql)).map(({ kind, balance }) => [kind, balance]));
    const sumOf = (kind: AccountKind): Micros => sums.get(kind) ?? zero;
    const awards = await sumAwardsToCome(sql);
    const figures = {
      treasury: await readTreasury(sql),
      promised: sumOf('promised'),
      // The house's contribution is what its funding account gave.
      funded: micros(-sumOf('funding')),
      fees: sumOf('fees'),
      awardsOwed: awards.owed,
      bonusesWaiting: awards.waiting,
    };
    return {
      lines: [
        `left to promise  ${toDecimal(figures.treasury)} USD`,
        `promised         ${toDecimal(figures.promised)} USD`,
        `funded in total  ${toDecimal(figures.funded)} USD`,
        `fees taken       ${toDecimal(figures.fees)} USD`,
        `awards owed      ${toDecimal(figures.awardsOwed)} USD`,
        `bonuses waiting  ${toDecimal(figures.bonusesWaiting)} USD`,
      ],
      json: Object.fromEntries(Object.entries(figures).map(([name, amount]) => [name, toJsonNumber(amount)])),
    };
  },
});
