/**
 * Upper limits on what the network pays, so that nobody who owns both ends of it can live off it. One turn of such a ring costs the
 * shortest term of a position, 30 days, in which the same money earns at least 10 % without any network (the stake of 30 days); it gains
 * the bonus on the capital, and the residual of every level on that profit:
 *
 * `bonus + 10 % × residuals ≤ 10 %`
 *
 * Each of the two has its own limit, and both limits together satisfy this: 9 + 0.1 × 10 = 10.
 */
export const mostBonusPercent = 9;
export const mostResidualPercent = 10;
