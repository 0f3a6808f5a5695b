/** How every screen writes dollars, whoever writes them. */
export const usdFormat = { style: 'currency', currency: 'USD', useGrouping: 'always' } as const;

/** Where a line has no room for all of it, it ends after the currency; null where that stands behind. */
export function splitUsd(written: string): [currency: string, figures: string] | null {
  const [currency = '', ...figures] = written.split('\u00a0');
  return figures.length === 0 ? null : [currency, figures.join('\u00a0')];
}

/** A line may end between a sign and a dollar sign, and a figure without its sign is another one. */
export const withItsSign = (written: string): string => written.replace(/([+-]\u200e?)(?=\$)/u, '$1\u2060');
