import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Micros, micros } from '#money/money.ts';
import type { AccountKind } from '../movement.ts';
import { readBalance, readTreasury } from './account-store.ts';
import { type LedgerWorld, openLedger } from './testing/ledger-world.ts';

/** How many random lives of a ledger are lived; more by `LEDGER_RUNS=2000`. */
const runs = Number(process.env.LEDGER_RUNS ?? 25);
const commandsEach = Number(process.env.LEDGER_COMMANDS ?? 40);

let ledger: LedgerWorld;
beforeAll(async () => void (ledger = await openLedger()));
afterAll(() => ledger.db.close());

const customerKinds = ['balance', 'staked', 'promised'] as const;
const pairs: [AccountKind, AccountKind][] = [
  ['brokerage', 'balance'],
  ['balance', 'brokerage'],
  ['funding', 'treasury'],
  ['balance', 'staked'],
  ['staked', 'balance'],
  ['staked', 'fees'],
  ['treasury', 'promised'],
  ['promised', 'treasury'],
  ['promised', 'balance'],
  ['balance', 'fees'],
];

const command = fc.record({
  who: fc.nat(2),
  legs: fc.array(fc.record({ pair: fc.constantFrom(...pairs), amount: fc.bigInt({ min: 1n, max: 2_000_000n }) }), {
    minLength: 1,
    maxLength: 4,
  }),
  /** Posted again with a key used before, which must move nothing. */
  again: fc.boolean(),
});
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

/** The ledger as a child would keep it: a table of sums, and a movement that happens whole or not at all. */
class Model {
  readonly sums = new Map<string, bigint>();

  get(owner: string, kind: AccountKind): bigint {
    return this.sums.get(this.name(owner, kind)) ?? 0n;
  }

  tryMove(owner: string, legs: Command['legs']): boolean {
    const after = this.payInOrder(owner, legs);
    if (!after) return false;
    for (const [name, sum] of after) this.sums.set(name, sum);
    return true;
  }

  /** The sums after all legs, or null when one of them cannot be paid. What is drawn on the treasury is drawn first. */
  private payInOrder(owner: string, legs: Command['legs']): Map<string, bigint> | null {
    const sums = new Map(this.sums);
    const drawn = legs.filter((leg) => leg.pair[0] === 'treasury').reduce((sum, leg) => sum + leg.amount, 0n);
    if (drawn > (sums.get('treasury') ?? 0n)) return null;
    if (drawn > 0n && legs.some((leg) => leg.pair[1] === 'treasury')) return null;
    for (const { pair, amount } of legs) {
      const [from, to] = [this.name(owner, pair[0]), this.name(owner, pair[1])];
      const left = (sums.get(from) ?? 0n) - amount;
      if (left < 0n && this.isLimited(pair[0])) return null;
      sums.set(from, left).set(to, (sums.get(to) ?? 0n) + amount);
    }
    return sums;
  }

  private isLimited(kind: AccountKind): boolean {
    return kind === 'balance' || kind === 'staked' || kind === 'promised' || kind === 'treasury';
  }

  private name(owner: string, kind: AccountKind): string {
    return customerKinds.includes(kind as 'balance') ? `${owner}:${kind}` : kind;
  }
}

test(`[S7] any sequence of movements leaves balances as plain arithmetic says, and the books balance after each`, async () => {
  const model = new Model();
  const customers = await Promise.all([ledger.customer(), ledger.customer(), ledger.customer()]);
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: commandsEach }), async (commands) => {
      for (const { who, legs, again } of commands) {
        const owner = customers[who] as string;
        const key = `property:${crypto.randomUUID()}`;
        const transfers = legs.map(({ pair: [from, to], amount }) => ({ from, to, amount: micros(amount) }));
        const expected = model.tryMove(owner, legs);
        const moved = await ledger.move(owner, transfers, key).then(
          (posted) => posted.posted,
          () => false,
        );
        expect(moved).toBe(expected);
        if (again && moved) expect(await ledger.move(owner, transfers, key)).toMatchObject({ posted: false });
      }
      await expectSame(model, customers);
    }),
    { numRuns: runs, endOnFailure: true },
  );
}, 600_000);

async function expectSame(model: Model, customers: string[]): Promise<void> {
  for (const owner of customers) {
    for (const kind of customerKinds) {
      const balance: Micros = await readBalance(ledger.db, owner, kind);
      expect(balance).toBe(model.get(owner, kind));
    }
  }
  expect(await readTreasury(ledger.db)).toBe(model.get('', 'treasury'));
  expect(await ledger.audit()).toEqual([]);
}
