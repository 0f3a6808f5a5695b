import { percent, usd, zero } from '#money/money.ts';
import { addDays } from '#platform/clock.ts';
import { transaction } from '#database/server/transaction.ts';
import type { TestInvestor, World } from '#testing/server/world.ts';
import type { Investment } from '#primevault/contract.ts';
import { insertPromocode } from '../promocode-store.ts';

/** An investor who has accepted the vault's terms. */
export async function vaultInvestor(world: World, balance: string): Promise<TestInvestor> {
  const investor = await world.investor({ balance });
  const accepted = await investor.post('/api/vault/subscribe', { terms: true });
  if (accepted.statusCode !== 204) throw new Error(accepted.body);
  return investor;
}

export async function opened(investor: TestInvestor, amount: number, promocode?: string): Promise<Investment> {
  const answer = await investor.post('/api/vault/deposit', { amount, ...(promocode ? { promocode } : {}) });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json<Investment>();
}

export async function listed(investor: TestInvestor, query = ''): Promise<Investment[]> {
  const answer = await investor.get(`/api/vault/investments?${query}`);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<Investment[]>();
}

/** Creates a code valid for thirty days, unless the test says otherwise: days count from the world's now. */
export async function makeCode(
  world: World,
  code: string,
  options: {
    points?: string;
    uses?: number;
    perCustomer?: number;
    min?: string;
    most?: string;
    fromDay?: number;
    untilDay?: number;
  } = {},
): Promise<void> {
  await transaction(world.db, (tx) =>
    insertPromocode(tx, {
      code,
      points: percent(options.points ?? '5'),
      usesAllowed: options.uses ?? 1000,
      usesPerCustomer: options.perCustomer ?? 1,
      uses: 0,
      mostPromised: usd(options.most ?? '1000000'),
      promised: zero,
      minAmount: usd(options.min ?? '0'),
      validFrom: addDays(world.now, options.fromDay ?? 0),
      validUntil: addDays(world.now, options.untilDay ?? 30),
      endedAt: null,
    }),
  );
}

export async function usesOf(world: World, code: string): Promise<number | undefined> {
  const rows = await world.db.query<{ uses: number }>('SELECT uses FROM promocodes WHERE code = $1', [code]);
  return rows[0]?.uses;
}
