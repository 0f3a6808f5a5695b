import { useFormatter } from 'use-intl';

/** A rate as in the contract: 10 is ten per cent. At most two decimals, and none for whole numbers. */
export function Percent({ value }: { value: number }) {
  return <span translate="no">{usePercent()(value)}</span>;
}

/** The same format as a string, such as inside a sentence. */
export function usePercent(): (value: number) => string {
  const format = useFormatter();
  return (value) => inOneOrder(format.number(value / 100, { style: 'percent', maximumFractionDigits: 2 }));
}

/** After a Persian word the sign would jump to the other side of its digits: a direction mark keeps it where it stands alone. */
function inOneOrder(written: string): string {
  return /^[۰-۹]/.test(written) ? `\u200e${written}` : written;
}
