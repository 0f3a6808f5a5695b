import { useFormatter } from 'use-intl';

/** A rate as the contract gives it: 10 is ten per cent. At most two decimals, none when there are none. */
export function Percent({ value }: { value: number }) {
  return <>{usePercent()(value)}</>;
}

/** The same words where a string is needed, such as inside a sentence. */
export function usePercent(): (value: number) => string {
  const format = useFormatter();
  return (value) => inOneOrder(format.number(value / 100, { style: 'percent', maximumFractionDigits: 2 }));
}

/** Behind a Persian word the sign would change to the other side of its figures: it stands as it does where nothing is before it. */
function inOneOrder(written: string): string {
  return /^[۰-۹]/.test(written) ? `\u200e${written}` : written;
}
