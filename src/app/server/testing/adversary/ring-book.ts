/**
 * The most that a ring of accounts may have, computed independently, from its requests and their answers alone. Over all its accounts and
 * its outside money, a ring that did everything it wanted has no more than
 *
 * - what it began with
 * - plus the profit promised for positions that it left until their end, or their result from operations
 * - plus the residual of 3, 2 and 1 % on each such profit, for those of the ring one, two and three levels above
 * - minus its fees: for cancelling, as quoted at the opening; for withdrawals in USDT; the spread of reais; the bot's fee
 * - plus a bonus of 5 % of, tree by tree, the lesser of the most own money that the members of the tree ever had at once (what each brought
 *   less what they took out, no member below zero, leaving out the one at the top, whom nobody brought), and the sum over its members of
 *   the lesser of the most own money that each ever had, and of their amounts in positions that ended as agreed.
 *
 * Everything is exact but the bonus, which may be less. In micro-dollars.
 */
export class RingBook {
  readonly #members: { root: number; isBrought: boolean; own: bigint; most: bigint; ended: bigint }[];
  readonly #trees = new Map<number, { own: bigint; most: bigint }>();
  readonly #parents: readonly (number | null)[];
  #earned = 0n;

  constructor(parents: readonly (number | null)[]) {
    this.#parents = parents;
    this.#members = parents.map((parent, at) => {
      const root = parent === null ? at : this.#rootOf(parent);
      return { root, isBrought: parent !== null, own: 0n, most: 0n, ended: 0n };
    });
  }

  #rootOf(at: number): number {
    const parent = this.#parents[at] ?? null;
    return parent === null ? at : this.#rootOf(parent);
  }

  /** An account brought money or, below zero, took it out. */
  moved(at: number, change: bigint): void {
    const member = this.#members[at];
    if (!member?.isBrought) return;
    const tree = this.#trees.get(member.root) ?? { own: 0n, most: 0n };
    this.#trees.set(member.root, tree);
    tree.own += notBelowZero(member.own + change) - notBelowZero(member.own);
    tree.most = larger(tree.most, tree.own);
    member.own += change;
    member.most = larger(member.most, member.own);
  }

  /** A position ended as agreed, with a profit or, below zero, a loss. */
  ended(at: number, amount: bigint, profit: bigint): void {
    const member = this.#members[at];
    if (member) member.ended += amount;
    this.#earned += profit;
    let above = this.#parents[at] ?? null;
    for (const percent of [3n, 2n, 1n]) {
      if (above === null || profit <= 0n) break;
      this.#earned += (profit * percent) / 100n;
      above = this.#parents[above] ?? null;
    }
  }

  paid(fee: bigint): void {
    this.#earned -= fee;
  }

  /** The most that the ring's bonuses may come to. */
  get mostBonus(): bigint {
    let base = 0n;
    for (const [root, { most }] of this.#trees) {
      const used = this.#members
        .filter((member) => member.isBrought && member.root === root)
        .reduce((sum, member) => sum + smaller(member.most, member.ended), 0n);
      base += smaller(most, used);
    }
    return (base * 5n) / 100n;
  }

  /** The ring's gain without any bonus; negative if fees were higher. */
  get earned(): bigint {
    return this.#earned;
  }
}

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);
const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other);
const notBelowZero = (amount: bigint): bigint => larger(amount, 0n);
