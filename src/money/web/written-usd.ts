/** The format in which every screen writes dollars. */
export const usdFormat = { style: 'currency', currency: 'USD', useGrouping: 'always' } as const;

/** Prevents a line break between a plus or minus and the dollar sign: without its sign, a figure is a different one. */
export const withItsSign = (written: string): string => written.replace(/([+-]\u200e?)(?=\$)/u, '$1\u2060');
