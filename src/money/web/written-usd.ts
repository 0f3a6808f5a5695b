/** The format in which every screen writes dollars. */
export const usdFormat = { style: 'currency', currency: 'USD', useGrouping: 'always' } as const;

/** Splits an amount after the currency, where a line that is too short may break; null if the currency comes last. */
export function splitUsd(written: string): [currency: string, figures: string] | null {
  const [currency = '', ...figures] = written.split('\u00a0');
  return figures.length === 0 ? null : [currency, figures.join('\u00a0')];
}

/** Prevents a line break between a plus or minus and the dollar sign: without its sign, a figure is a different one. */
export const withItsSign = (written: string): string => written.replace(/([+-]\u200e?)(?=\$)/u, '$1\u2060');
