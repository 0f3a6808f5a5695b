import { type Product, productOf, registry } from '../registry.ts';

/** A simulated plan and amount. They are in the URL, so that the dialogs that follow start with them. */
export interface SimulatedChoice {
  product: Product;
  days: number;
  /** USD, as a decimal with at most two decimals: `100`, `99.50`. */
  dollars: string;
}

const name = 'simulate';
const pattern = /^([a-z]+)-(\d{1,4})-(\d{1,9}(?:\.\d{1,2})?)$/;

/** A choice already invested is not the default for the next one (S3). */
let spent: string | null = null;

/** Null if nothing was simulated, if it is unreadable, or if it has been invested since. */
export function readSimulated(search: URLSearchParams): SimulatedChoice | null {
  const text = search.get(name);
  const [, wire = '', days, dollars = ''] = pattern.exec(text ?? '') ?? [];
  const product = productOf(wire);
  return product && text !== spent ? { product, days: Number(days), dollars } : null;
}

/** The subject of a dialog that was opened from the simulator. */
export const simulatedSubject = 'simulated';

/** What a dialog starts with: only the simulator's own button leads to its choice. */
export function chosenSimulated(search: URLSearchParams): SimulatedChoice | null {
  return search.get('subject') === simulatedSubject ? readSimulated(search) : null;
}

/** The same query string with this choice. */
export function withSimulated(search: URLSearchParams, choice: SimulatedChoice): URLSearchParams {
  const next = new URLSearchParams(search);
  next.set(name, textOf(choice));
  chooseAgain(choice);
  return next;
}

/** Chosen anew: what was invested before may be the default once more. */
export function chooseAgain(choice: SimulatedChoice): void {
  if (textOf(choice) === spent) spent = null;
}

/** The query string that opens a dialog starting with this choice. */
export function openingWith(dialog: string, choice: SimulatedChoice): string {
  return `?${new URLSearchParams({ [name]: textOf(choice), dialog, subject: simulatedSubject })}`;
}

function textOf({ product, days, dollars }: SimulatedChoice): string {
  return `${registry[product].wire}-${days}-${dollars}`;
}

/** Called after the confirm. */
export function spendSimulated(): void {
  spent = new URLSearchParams(window.location.search).get(name);
}
