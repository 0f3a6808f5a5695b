import fc from 'fast-check';
import { micros } from '#money/money.ts';
import type { AccountKind } from '../../journal.ts';
import { readBalance, readTreasury } from '../account-store.ts';
import type { LedgerWorld } from './ledger-world.ts';

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

/** One journal of one of three customers, that may be posted again with its key, and then moves nothing. */
export const ledgerCommand = fc.record({
  who: fc.nat(2),
  legs: fc.array(fc.record({ pair: fc.constantFrom(...pairs), amount: fc.bigInt({ min: 1n, max: 2_000_000n }) }), {
    minLength: 1,
    maxLength: 4,
  }),
  again: fc.boolean(),
});
export type LedgerCommand = typeof ledgerCommand extends fc.Arbitrary<infer T> ? T : never;

/** The ledger as a child would keep it: a table of sums, and a journal that happens whole or not at all. */
export class LedgerModel {
  readonly sums = new Map<string, bigint>();

  get(owner: string, kind: AccountKind): bigint {
    return this.sums.get(this.name(owner, kind)) ?? 0n;
  }

  tryMove(owner: string, legs: LedgerCommand['legs']): boolean {
    const after = this.payInOrder(owner, legs);
    if (!after) return false;
    for (const [name, sum] of after) this.sums.set(name, sum);
    return true;
  }

  /** The sums after all legs, or null when one of them cannot be paid. The treasury is drawn on once, and first. */
  private payInOrder(owner: string, legs: LedgerCommand['legs']): Map<string, bigint> | null {
    const sums = new Map(this.sums);
    const draws = legs.filter((leg) => leg.pair[0] === 'treasury');
    if (draws.length > 1) return null;
    const drawn = draws[0]?.amount ?? 0n;
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

/** Lives one sequence of commands in the ledger and in the model; where the two differ, in words. */
export async function liveBeside(
  model: LedgerModel,
  ledger: LedgerWorld,
  customers: readonly string[],
  commands: readonly LedgerCommand[],
): Promise<string[]> {
  const differences: string[] = [];
  for (const [at, { who, legs, again }] of commands.entries()) {
    const owner = customers[who] as string;
    const key = `property:${crypto.randomUUID()}`;
    const entries = legs.map(({ pair: [from, to], amount }) => ({ from, to, amount: micros(amount) }));
    const post = (): Promise<boolean> =>
      ledger.move(owner, entries, key).then(
        ({ posted }) => posted,
        () => false,
      );
    const expected = model.tryMove(owner, legs);
    const moved = await post();
    if (moved !== expected) differences.push(`command ${at} ${moved ? 'moved' : 'was refused'}, and should not`);
    if (again && moved && (await post())) differences.push(`command ${at} moved twice under one key`);
  }
  return [...differences, ...(await compareSums(model, ledger, customers))];
}

async function compareSums(model: LedgerModel, { db }: LedgerWorld, customers: readonly string[]): Promise<string[]> {
  const differences: string[] = [];
  const compare = (name: string, is: bigint, should: bigint): void => {
    if (is !== should) differences.push(`${name} is ${is}, by plain arithmetic ${should}`);
  };
  for (const owner of customers) {
    for (const kind of customerKinds) {
      compare(`${kind} of ${owner}`, await readBalance(db, owner, kind), model.get(owner, kind));
    }
  }
  compare('the treasury', await readTreasury(db), model.get('', 'treasury'));
  return differences;
}
