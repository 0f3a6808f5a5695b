import { type Micros, type Percent, percentOf, roundDown, zero } from '#money/money.ts';

/**
 * The network: whoever brings a customer earns with them. When a member brought directly puts new capital to work, a bonus on
 * that capital, due when the position has ended as agreed; when a member up to three levels down is paid a profit, a residual
 * on that profit. The treasury pays both, so neither the member nor anybody in between has a cent less for it.
 */
export type AwardKind = 'bonus' | 'residual';

/** How far down the network a profit is felt. */
export const residualLevels = 3;

/** What somebody did or was paid, that others earn by. */
export interface Cause {
  kind: AwardKind;
  /** The member. */
  sourceId: string;
  product: string;
  positionId: string;
  /** The new capital in what was invested, or the profit. */
  base: Micros;
  at: Date;
}

export interface Award extends Cause {
  /** How far the member is below whoever earns: 1 for a direct member. */
  level: number;
  beneficiaryId: string;
  percentage: Percent;
  value: Micros;
  /** What the caps took from the value. */
  cut: Micros;
  /** The whole amount of the position that a bonus is for; null for a residual. */
  invested: Micros | null;
}

/**
 * Who earns what by a cause.
 *
 * @param upline everybody above the member, the nearest last
 * @param percentages of the levels, the nearest first
 */
export function awardsOf(cause: Cause, upline: readonly string[], percentages: readonly Percent[]): Award[] {
  const { kind, sourceId, product, positionId, base, at } = cause;
  return percentages.flatMap((percentage, above) => {
    const beneficiaryId = upline.at(-1 - above);
    const value = percentOf(base, percentage, roundDown);
    // A loss, and a part too small to be a micro-dollar, earn nobody anything.
    if (!beneficiaryId || value <= 0n) return [];
    const level = above + 1;
    // Named one by one: copied with a spread, an award costs ten times as much, and they come by the hundred thousand.
    return [
      {
        kind,
        sourceId,
        product,
        positionId,
        base,
        at,
        level,
        beneficiaryId,
        percentage,
        value,
        cut: zero,
        invested: null,
      },
    ];
  });
}
