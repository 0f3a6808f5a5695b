import fc from 'fast-check';
import { micros } from '#money/money.ts';
import type { AccountKind } from '../../journal.ts';
import { readBalance, readTreasury } from '../account-store.ts';
import type { LedgerWorld } from './ledger-world.ts';

const customerKinds = ['balance', 'invested', 'promised'] as const;
const pairs: [AccountKind, AccountKind][] = [
  ['brokerage', 'balance'],
  ['balance', 'brokerage'],
  ['funding', 'treasury'],
  ['balance', 'invested'],
  ['invested', 'balance'],
  ['invested', 'fees'],
  ['treasury', 'promised'],
  ['promised', 'treasury'],
  ['promised', 'balance'],
  ['balance', 'fees'],
];

/** One journal of one of three customers; it may be posted again under the same key and then moves nothing. */
export const ledgerCommand = fc.record({
  who: fc.nat(2),
  legs: fc.array(fc.record({ pair: fc.constantFrom(...pairs), amount: fc.bigInt({ min: 1n, max: 2_000_000n }) }), {
    minLength: 1,
    maxLength: 4,
  }),
  again: fc.boolean(),
});
export type LedgerCommand = typeof ledgerCommand extends fc.Arbitrary<infer T> ? T : never;

/** The simplest model of the ledger: a table of sums, where a journal is applied entirely or not at all. */
export class LedgerModel {
  readonly sums = new Map<string, bigint>();

  get(owner: string, kind: AccountKind): bigint {
    return this.sums.get(this.name(owner, kind)) ?? 0n;
  }

  tryMove(owner: string, legs: LedgerCommand['legs']): boolean {
    const after = this.pay(owner, legs);
    if (!after) return false;
    for (const [name, sum] of after) this.sums.set(name, sum);
    return true;
  }

  /** The sums after all legs, applied together; null if the ledger would refuse the event or an account would fall below zero. */
  private pay(owner: string, legs: LedgerCommand['legs']): Map<string, bigint> | null {
    if (new Set(legs.map(({ pair }) => pair.join('>'))).size < legs.length) return null;
    if (legs.some(({ pair }) => pair[0] === 'treasury') && legs.some(({ pair }) => pair[1] === 'treasury')) return null;
    const sums = new Map(this.sums);
    for (const { pair, amount } of legs) {
      const [from, to] = [this.name(owner, pair[0]), this.name(owner, pair[1])];
      sums.set(from, (sums.get(from) ?? 0n) - amount).set(to, (sums.get(to) ?? 0n) + amount);
    }
    const isShort = legs.some(
      ({ pair: [from] }) => this.isLimited(from) && (sums.get(this.name(owner, from)) ?? 0n) < 0n,
    );
    return isShort ? null : sums;
  }

  private isLimited(kind: AccountKind): boolean {
    return kind === 'treasury' || customerKinds.includes(kind as 'balance');
  }

  private name(owner: string, kind: AccountKind): string {
    return customerKinds.includes(kind as 'balance') ? `${owner}:${kind}` : kind;
  }
}

/** Runs a sequence of commands in the ledger and in the model, and describes the differences. */
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
