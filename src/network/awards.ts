import { type Micros, type Percent, percentOf, roundDown, zero } from '#money/money.ts';

/**
 * The network: customers earn from those whom they refer. When a direct member invests new capital, a bonus on that capital, due when the
 * position has ended as agreed; when a member up to three levels down is paid a profit, a residual on that profit. The treasury pays both,
 * so neither the member nor anybody in between has a cent less for it.
 */
export type AwardKind = 'bonus' | 'residual';

/** Number of levels above a member that earn residuals. */
export const residualLevels = 3;

/** What a member did or was paid, from which others earn. */
export interface Cause {
  kind: AwardKind;
  /** The member. */
  sourceId: string;
  product: string;
  positionId: string;
  /** The new capital in the amount invested, or the profit. */
  base: Micros;
  at: Date;
}

export interface Award extends Cause {
  /** The member's distance below the beneficiary: 1 for a direct member. */
  level: number;
  beneficiaryId: string;
  percentage: Percent;
  value: Micros;
  /** The part of the value that the caps cut. */
  cut: Micros;
  /** The full amount of the position that a bonus is for; null for a residual. */
  invested: Micros | null;
}

/**
 * Computes the awards that a cause earns.
 *
 * @param upline those above the member who may earn, the nearest last
 * @param percentages of the levels, the nearest first
 */
export function awardsOf(cause: Cause, upline: readonly string[], percentages: readonly Percent[]): Award[] {
  const { kind, sourceId, product, positionId, base, at } = cause;
  return percentages.flatMap((percentage, above) => {
    const beneficiaryId = upline.at(-1 - above);
    const value = percentOf(base, percentage, roundDown);
    // A loss, or a share of less than a micro-dollar, earns nobody anything.
    if (!beneficiaryId || value <= 0n) return [];
    const level = above + 1;
    // Properties listed one by one: copying with a spread makes an award ten times as expensive, and there are hundreds of thousands.
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
