/** How many days an investment is locked (ruled, Z4). */
export const investmentDays = 30;
