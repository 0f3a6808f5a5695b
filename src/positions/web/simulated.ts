import { type Product, productOf, registry } from '../registry.ts';

/** A plan and an amount that were simulated. They stand in the address, so that the dialogs on the way begin with them. */
export interface SimulatedChoice {
  product: Product;
  days: number;
  /** USD, as a decimal with at most two decimals: `100`, `99.50`. */
  dollars: string;
}

const name = 'simulate';
const pattern = /^([a-z]+)-(\d{1,4})-(\d{1,9}(?:\.\d{1,2})?)$/;

/** What was put to work already is not what the next one begins with (S3). */
let spent: string | null = null;

/** Null where nothing was simulated, or nothing that can be read, or when it has been put to work since. */
export function readSimulated(search: URLSearchParams): SimulatedChoice | null {
  const text = search.get(name);
  const [, wire = '', days, dollars = ''] = pattern.exec(text ?? '') ?? [];
  const product = productOf(wire);
  return product && text !== spent ? { product, days: Number(days), dollars } : null;
}

/** The same address with this choice. */
export function withSimulated(search: URLSearchParams, { product, days, dollars }: SimulatedChoice): URLSearchParams {
  const next = new URLSearchParams(search);
  next.set(name, `${registry[product].wire}-${days}-${dollars}`);
  if (next.get(name) === spent) spent = null;
  return next;
}

/** It was confirmed. */
export function spendSimulated(): void {
  spent = new URLSearchParams(window.location.search).get(name);
}
