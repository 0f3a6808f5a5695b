/**
 * How much the network may pay at most, so that whoever owns both ends of it does not live from it. One turn of such a ring
 * costs it the shortest term of a position, 30 days, in which the same money earns at least 10 % without any network (the stake
 * of 30 days); it gains the bonus on the capital, and the residual of every level on that profit:
 *
 *     bonus + 10 % × residuals ≤ 10 %
 *
 * Each of the two has a bound of its own, and both bounds together keep to it: 9 + 0.1 × 10 = 10.
 */
export const mostBonusPercent = 9;
export const mostResidualPercent = 10;
