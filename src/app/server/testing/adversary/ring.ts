import { copyAmounts, botAmounts, vaultAmounts } from './amounts.ts';
import { fromJsonNumber, toJsonNumber, micros } from '#money/money.ts';
import { addDays } from '#platform/clock.ts';
import { stakePlans } from '#stakes/plans.ts';
import type { TestInvestor, World } from '#testing/server/world.ts';
import { Outside, rate } from './outside.ts';
import { RingBook } from './ring-book.ts';

export type Product = 'stake' | 'vault' | 'copytrade' | 'primezord';
export type Currency = 'brl' | 'usdt';

interface Held {
  at: number;
  product: Product;
  id: string;
  amount: bigint;
  /** Promised return in per cent; null if operations decide. */
  promised: bigint | null;
  /** Fee for leaving early in per cent, as quoted at the opening. */
  cancelFee: number;
  from: Date;
  until: Date;
}

/** An operation's payout, in millionths of a per cent, and when it opened and closed. */
export interface Operation {
  product: 'copytrade' | 'primezord';
  opened: Date;
  at: Date;
  payout: bigint;
}

/** A few accounts controlled by one mind, over HTTP, with their common money outside. */
export class Ring {
  readonly outside = new Outside();
  readonly book: RingBook;
  calls = 0;
  /** Answers that no request should get. */
  readonly faults: string[] = [];
  #held: Held[] = [];
  readonly #bots = new Set<number>();
  readonly #usedCode = new Set<number>();

  private constructor(
    readonly world: World,
    readonly members: readonly TestInvestor[],
    parents: readonly (number | null)[],
    readonly operations: readonly Operation[],
  ) {
    this.book = new RingBook(parents);
  }

  /** @param begins its money outside, in micro-dollars */
  static async gather(
    world: World,
    parents: readonly (number | null)[],
    begins: bigint,
    operations: readonly Operation[],
  ): Promise<Ring> {
    const members: TestInvestor[] = [];
    for (const parent of parents) {
      const broughtBy = parent === null ? undefined : members[parent];
      members.push(await world.investor({ isEmailConfirmed: true, ...(broughtBy && { broughtBy }) }));
    }
    const ring = new Ring(world, members, parents, operations);
    ring.outside.money = begins;
    return ring;
  }

  /** Returns the body if the request was accepted, null if it was refused. */
  async #ask<Body extends object>(
    at: number,
    path: string,
    body: object,
    headers: Record<string, string> = {},
  ): Promise<Body | null> {
    this.calls += 1;
    const answer = await this.members[at]?.post(path, body, headers);
    if (!answer || answer.statusCode >= 500) this.faults.push(`${path}: ${answer?.statusCode} ${answer?.body}`);
    if (!answer || answer.statusCode >= 300) return null;
    return answer.statusCode === 204 ? ({} as Body) : answer.json<Body>();
  }

  async #read<Body>(at: number, path: string): Promise<Body> {
    this.calls += 1;
    const answer = await this.members[at]?.get(path);
    if (answer?.statusCode !== 200) throw new Error(`${path} was answered ${answer?.statusCode} ${answer?.body}`);
    return answer.json<Body>();
  }

  async balance(at: number): Promise<bigint> {
    return fromJsonNumber((await this.#read<{ Balance: number }>(at, '/api/user')).Balance);
  }

  async bring(at: number, amount: bigint, currency: Currency): Promise<void> {
    const made = await this.#transfer('/api/deposit', at, amount, currency);
    if (!made || !this.outside.isDone(made.Id)) return;
    this.book.moved(at, amount);
    if (currency === 'brl') this.book.paid((amount * (rate.high - rate.worth)) / rate.worth);
  }

  async takeOut(at: number, amount: bigint, currency: Currency): Promise<void> {
    const made = await this.#transfer('/api/withdraw', at, amount, currency);
    if (!made) return;
    if (!this.outside.isDone(made.Id)) throw new Error(`withdrawal ${made.Id} did not come to its end`);
    this.book.moved(at, -amount);
    this.book.paid(currency === 'brl' ? (amount * (rate.worth - rate.low)) / rate.worth : fromJsonNumber(made.Fee));
  }

  /**
   * Sees a rate that is better than what a dollar is worth, and names it several times at once after it has been replaced. One transfer at
   * it is what the house promises; whatever else is made at it shows in the end.
   */
  async nameAgain(at: number, direction: 'bring' | 'takeOut', amount: bigint, times: number): Promise<void> {
    const isIn = direction === 'bring';
    const better = isIn ? rate.worth - 100_000n : rate.worth + 100_000n;
    await acceptRate(this.world, better, better);
    await this.#read(at, '/api/rates');
    await acceptRate(this.world, rate.high, rate.low);
    const named = { 'quoted-rate': toJsonNumber(micros(better)).toString() };
    const body = { amount: toJsonNumber(micros(amount)), user: this.members[at]?.id, currency: 'brl' };
    const path = isIn ? '/api/deposit' : '/api/withdraw';
    const asked = Array.from({ length: times }, () => this.#ask<{ Id: string; Rate: number }>(at, path, body, named));
    const made = (await Promise.all(asked)).filter((each) => each !== null);
    await this.outside.carry(this.world);
    const done = made.filter((each) => this.outside.isDone(each.Id));
    for (const price of done.map((_, index) => (index === 0 ? better : isIn ? rate.high : rate.low))) {
      this.book.moved(at, isIn ? amount : -amount);
      this.book.paid((amount * (isIn ? price - rate.worth : rate.worth - price)) / rate.worth);
    }
  }

  async #transfer(
    path: string,
    at: number,
    amount: bigint,
    currency: Currency,
  ): Promise<{ Id: string; Fee: number } | null> {
    const body = { amount: toJsonNumber(micros(amount)), user: this.members[at]?.id, currency };
    const made = await this.#ask<{ Id: string; Fee: number }>(at, path, body);
    await this.outside.carry(this.world);
    return made;
  }

  /** Opens one position of at most `most` dollars; false if refused, or if no amount is that small. */
  async open(
    at: number,
    product: Product,
    most: number,
    input: { days?: number; code?: string } = {},
  ): Promise<boolean> {
    const { days = 30, code } = input;
    const amounts = { stake: stakePlans.find((plan) => plan.days === days)?.amounts ?? [], vault: vaultAmounts };
    const amount = { ...amounts, copytrade: copyAmounts, primezord: botAmounts }[product].findLast(
      (each) => each <= most,
    );
    if (!amount) return false;
    switch (product) {
      case 'stake':
        return this.#opened(at, product, amount, days, stakeReturns[days] ?? null, '/api/stake', { time_stake: days });
      case 'copytrade':
        return this.#opened(at, product, amount, 30, null, '/api/copytrade', {});
      case 'vault': {
        await this.#ask(at, '/api/vault/subscribe', { terms: true });
        const adds = code && !this.#usedCode.has(at) ? 5n : 0n;
        const isOpen = await this.#opened(
          at,
          product,
          amount,
          180,
          30n + adds,
          '/api/vault/deposit',
          code ? { promocode: code } : {},
        );
        if (isOpen && code) this.#usedCode.add(at);
        return isOpen;
      }
      case 'primezord':
        if (!this.#bots.has(at)) {
          if (!(await this.#ask(at, '/api/bot/subscribe', {}))) return false;
          this.#bots.add(at);
          this.book.paid(50_000_000n);
        }
        await this.#ask(at, '/api/bot/deposit', { amount });
        return this.#opened(at, product, amount, 30, null, '/api/bot/invest', {});
    }
  }

  async #opened(
    at: number,
    product: Product,
    dollars: number,
    days: number,
    promised: bigint | null,
    path: string,
    body: object,
  ): Promise<boolean> {
    const from = this.world.now;
    const made = await this.#ask<{ Id: string; CancelFee?: number }>(at, path, { amount: dollars, ...body });
    if (!made) return false;
    const amount = BigInt(dollars) * 1_000_000n;
    this.#held.push({
      at,
      product,
      id: made.Id,
      amount,
      promised,
      cancelFee: made.CancelFee ?? 0,
      from,
      until: addDays(from, days),
    });
    return true;
  }

  /** Cancels every stake of one account. */
  async cancelStakes(at: number): Promise<void> {
    for (const held of this.#held.filter((each) => each.at === at && each.product === 'stake')) {
      if (!(await this.#ask(at, `/api/stake/${held.id}`, {}))) continue;
      this.#held = this.#held.filter((each) => each !== held);
      this.book.paid((held.amount * BigInt(Math.round(held.cancelFee * 100))) / 10_000n);
    }
  }

  async emptyBot(at: number): Promise<void> {
    if (!this.#bots.has(at)) return;
    for (let turn = 0; turn < 4; turn += 1) {
      const { Available } = await this.#read<{ Available: number }>(at, '/api/bot/wallet');
      const amount = botAmounts.findLast((each) => each <= Available);
      if (!amount || !(await this.#ask(at, '/api/bot/withdraw', { amount }))) return;
    }
  }

  /** Lets the clockwork settle what has ended by now, and records it in the book. */
  async settle(): Promise<void> {
    await this.world.settle();
    const over = this.#held.filter(({ until }) => until <= this.world.now);
    this.#held = this.#held.filter(({ until }) => until > this.world.now);
    for (const held of over) this.book.ended(held.at, held.amount, this.#profitOf(held));
  }

  #profitOf({ product, amount, promised, from, until }: Held): bigint {
    if (promised !== null) return (amount * promised) / 100n;
    const payouts = this.operations
      .filter((each) => each.product === product && each.opened >= from && each.at < until)
      .reduce((sum, { payout }) => sum + payout, 0n);
    const result = (amount * payouts) / 100_000_000n;
    return result < -amount ? -amount : result;
  }

  get lastEnd(): Date {
    return new Date(Math.max(this.world.now.getTime(), ...this.#held.map(({ until }) => until.getTime())));
  }

  /** Everything the ring has, here and outside. */
  async wealth(): Promise<bigint> {
    let sum = this.outside.money;
    for (const at of this.members.keys()) {
      sum += await this.balance(at);
      if (!this.#bots.has(at)) continue;
      sum += fromJsonNumber((await this.#read<{ Balance: number }>(at, '/api/bot/wallet')).Balance);
    }
    return sum;
  }
}

/** The house believes another rate for a moment. */
async function acceptRate(world: World, high: bigint, low: bigint): Promise<void> {
  await world.db.query('INSERT INTO accepted_rates (high, low, quoted_at) VALUES ($1, $2, now())', [high, low]);
}

/** The returns of stakes (specification, §9), repeated independently. */
const stakeReturns: Record<number, bigint> = { 30: 10n, 60: 25n, 90: 60n, 180: 140n, 365: 300n };
