import type { Chance } from '#testing/server/chance.ts';
import { addDays } from '#platform/clock.ts';
import { importLines, line } from '#testing/server/import-lines.ts';
import type { Currency, Operation, Product, Ring } from './ring.ts';

/** A move of a ring. `at` and `to` are its accounts, `part` is a share of what is available. */
export type Move =
  | { kind: 'bring'; at: number; part: number; currency: Currency }
  | { kind: 'takeOut'; at: number; part: number; currency: Currency }
  /** Takes everything out of one account, and brings all the outside money into another. */
  | { kind: 'pass'; at: number; to: number; currency: Currency }
  /** Opens positions of one product one after the other, until no amount fits or `times` is reached. */
  | { kind: 'open'; at: number; product: Product; days: number; code: boolean; times: number }
  /** Opens one position in each of two products concurrently, each for the whole balance. */
  | { kind: 'openBoth'; at: number; product: Product; other: Product }
  | { kind: 'cancel'; at: number }
  /** Names a better rate, seen before it was replaced, several times at once, each for a share of what is available. */
  | { kind: 'nameAgain'; at: number; direction: 'bring' | 'takeOut'; times: number }
  | { kind: 'emptyBot'; at: number }
  /** Sees a trade go well that has been open for `heldMs`, and puts everything into it so long before it closes. */
  | { kind: 'enterLate'; at: number; product: Operation['product']; heldMs: number; beforeMs: number }
  /** A trade that closed some days ago is reported only now. */
  | { kind: 'reportLate'; days: number; payout: string }
  | { kind: 'wait'; days: number; payout: string };

const products: readonly Product[] = ['stake', 'copytrade', 'vault', 'primezord'];
const currencies: readonly Currency[] = ['usdt', 'brl'];

/** A random move; those that the others depend on come up more often. */
export function anyMove(chance: Chance, accounts: number): Move {
  const at = chance.whole(accounts);
  const kinds = [
    'bring',
    'bring',
    'open',
    'open',
    'open',
    'openBoth',
    'wait',
    'wait',
    'pass',
    'takeOut',
    'cancel',
    'emptyBot',
    'nameAgain',
    'enterLate',
    'reportLate',
  ];
  switch (chance.pick(kinds)) {
    case 'bring':
      return { kind: 'bring', at, part: chance.pick([1, 1, 0.5, 0.1]), currency: chance.pick(currencies) };
    case 'takeOut':
      return { kind: 'takeOut', at, part: chance.pick([1, 0.5]), currency: chance.pick(currencies) };
    case 'pass':
      return { kind: 'pass', at, to: chance.whole(accounts), currency: chance.pick(currencies) };
    case 'open': {
      const [product, days] = [chance.pick(products), chance.pick([30, 30, 60, 90, 180, 365])];
      return { kind: 'open', at, product, days, code: chance.happens(0.5), times: chance.pick([1, 1, 2, 4]) };
    }
    case 'openBoth':
      return { kind: 'openBoth', at, product: chance.pick(products), other: chance.pick(products) };
    case 'cancel':
      return { kind: 'cancel', at };
    case 'emptyBot':
      return { kind: 'emptyBot', at };
    case 'nameAgain':
      return { kind: 'nameAgain', at, direction: chance.pick(['bring', 'takeOut']), times: chance.pick([1, 2, 4]) };
    case 'enterLate': {
      const heldMs = chance.pick([3_600_000, 86_400_000]);
      const beforeMs = chance.pick([1, heldMs - 1, heldMs]);
      return { kind: 'enterLate', at, product: chance.pick(['copytrade', 'primezord'] as const), heldMs, beforeMs };
    }
    case 'reportLate':
      return { kind: 'reportLate', days: chance.pick([1, 20, 40]), payout: chance.pick(['4', '-4']) };
    default:
      return { kind: 'wait', days: chance.pick([1, 30, 30, 60, 180]), payout: chance.pick(['1.5', '-1']) };
  }
}

/** The world apart from rings: its operations, and a code that adds points in the vault. */
export interface Lab {
  operations: Operation[];
  code: string;
}

export async function make(ring: Ring, move: Move, lab: Lab): Promise<void> {
  switch (move.kind) {
    case 'bring':
      return ring.bring(move.at, centsOf(ring.outside.money, move.part * shareOf(move.currency)), move.currency);
    case 'takeOut':
      return ring.takeOut(move.at, centsOf(await ring.balance(move.at), move.part), move.currency);
    case 'pass': {
      const balance = centsOf(await ring.balance(move.at), 1);
      if (balance > 0n) await ring.takeOut(move.at, balance, move.currency);
      return ring.bring(move.to, centsOf(ring.outside.money, shareOf(move.currency)), move.currency);
    }
    case 'open':
      return openUntilFull(ring, move, lab.code);
    case 'openBoth': {
      const most = Number((await ring.balance(move.at)) / 1_000_000n);
      await Promise.all([ring.open(move.at, move.product, most), ring.open(move.at, move.other, most)]);
      return;
    }
    case 'cancel':
      return ring.cancelStakes(move.at);
    case 'emptyBot':
      return ring.emptyBot(move.at);
    case 'nameAgain': {
      const all = move.direction === 'bring' ? ring.outside.money : await ring.balance(move.at);
      return ring.nameAgain(move.at, move.direction, centsOf(all, 0.9 / move.times), move.times);
    }
    case 'enterLate':
      return enterLate(ring, move, lab);
    case 'reportLate': {
      const at = addDays(ring.world.now, -move.days);
      return trade(ring, lab, { opened: new Date(at.getTime() - 1), at, payout: move.payout });
    }
    case 'wait':
      return wait(ring, move, lab);
  }
}

/** In reais a dollar costs slightly more than it is worth. */
function shareOf(currency: Currency): number {
  return currency === 'brl' ? 0.99 : 1;
}

function centsOf(amount: bigint, part: number): bigint {
  const share = (amount * BigInt(Math.round(part * 1_000))) / 1_000n;
  return share - (share % 10_000n);
}

async function openUntilFull(ring: Ring, move: Extract<Move, { kind: 'open' }>, code: string): Promise<void> {
  for (let time = 0; time < move.times; time += 1) {
    const most = Number((await ring.balance(move.at)) / 1_000_000n);
    const input = { days: move.days, ...(move.code && { code }) };
    if (!(await ring.open(move.at, move.product, most, input))) return;
  }
}

/** Moves time on; half a day in, the desk and the bot have one operation each. Then settles what is due. */
async function wait(ring: Ring, { days, payout }: { days: number; payout: string }, lab: Lab): Promise<void> {
  const at = addDays(ring.world.now, 0.5);
  ring.world.forward(days);
  await trade(ring, lab, { opened: new Date(at.getTime() - 1_800_000), at, payout });
  await ring.settle();
}

async function enterLate(ring: Ring, move: Extract<Move, { kind: 'enterLate' }>, lab: Lab): Promise<void> {
  const { world } = ring;
  const opened = world.now;
  const at = new Date(opened.getTime() + move.heldMs);
  world.now = new Date(at.getTime() - move.beforeMs);
  await ring.settle();
  await ring.open(move.at, move.product, Number((await ring.balance(move.at)) / 1_000_000n));
  world.now = at;
  await trade(ring, lab, { opened, at, payout: '5' });
  await ring.settle();
}

/** The desk and the bot report an operation each, which opened and closed then. */
async function trade(
  { world }: Ring,
  lab: Lab,
  { opened, at, payout }: { opened: Date; at: Date; payout: string },
): Promise<void> {
  for (const product of ['copytrade', 'primezord'] as const) {
    const lines = [{ ...line(at, payout, `adversary-${lab.operations.length}`), opened: opened.toISOString() }];
    await importLines(world.db, lines, { product, now: world.now });
    lab.operations.push({ product, opened, at, payout: BigInt(Math.round(Number(payout) * 1_000_000)) });
  }
}

/** A short description of a move, for people. */
export function formatMove(move: Move): string {
  switch (move.kind) {
    case 'bring':
      return `${move.at} brings ${move.part * 100} % in ${move.currency}`;
    case 'takeOut':
      return `${move.at} takes out ${move.part * 100} % in ${move.currency}`;
    case 'pass':
      return `${move.at} passes everything on to ${move.to} in ${move.currency}`;
    case 'open':
      return `${move.at} opens ${move.product}${move.product === 'stake' ? ` of ${move.days} days` : ''} up to ${move.times} times${move.code ? ' with the code' : ''}`;
    case 'openBoth':
      return `${move.at} opens ${move.product} and ${move.other} at once`;
    case 'wait':
      return `${move.days} days pass`;
    case 'cancel':
      return `${move.at} cancels every stake`;
    case 'nameAgain':
      return `${move.at} names a rate of before ${move.times} times (${move.direction})`;
    case 'emptyBot':
      return `${move.at} empties the bot`;
    case 'enterLate':
      return `${move.at} opens ${move.product} ${move.beforeMs} ms before a gain closes that was open for ${move.heldMs} ms`;
    case 'reportLate':
      return `an operation of ${move.days} days ago becomes known`;
  }
}
