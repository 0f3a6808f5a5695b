/** How long an investment is blocked (ruled, Z4). */
export const investmentDays = 30;
