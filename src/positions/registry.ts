import { registry, type ProductTraits } from './products.ts';

/*
 * What can be done with money here: every product in which a customer invests an amount for a term. A position of any of them is one row of
 * one table, opened, computed and settled by the same code; products.ts lists their differences. A product's folder has what is its own:
 * plans and amounts, refusals, contract, screens and messages.
 *
 * A new product is a folder, a line in products.ts, and `SELECT add_product(…)` in a migration; an invariant compares the two.
 */
export { registry, type ProductTraits };

export type Product = keyof typeof registry;
export const products = Object.keys(registry) as Product[];

type OfYield<Yield> = { [P in Product]: (typeof registry)[P]['yield'] extends Yield ? P : never }[Product];
export type FixedProduct = OfYield<'fixed'>;
export type TradedProduct = OfYield<'traded'>;
export const fixedProducts = products.filter((product) => isFixed(product));
/** Products that earn from operations, and so have a feed of them. */
export const tradedProducts = products.filter((product): product is TradedProduct => !isFixed(product));

type WithOpening = { openingNotice: string };
/** Products that the house opens and closes: their offer has `Open`, and a customer may be notified when they open. */
export type SwitchedProduct = { [P in Product]: (typeof registry)[P] extends WithOpening ? P : never }[Product];
export const switchedProducts = products.filter((product) => 'openingNotice' in registry[product]) as SwitchedProduct[];

/** The product for which the bot's wallet was made: the wallet is reported with it, whatever else pays from there. */
export const walletProduct = products.find((product) => registry[product].source === 'zord');

type Cancelable = { [P in Product]: (typeof registry)[P]['states'] extends { canceled: string } ? P : never }[Product];
export type CancelableProduct = Cancelable;

export const positionStates = ['running', 'ended', 'canceled'] as const;
export type PositionState = (typeof positionStates)[number];

/** The kinds of journals that positions post. */
export type PositionKind =
  | `${Product}_opened`
  | `${Product}_matured`
  | `${FixedProduct}_withheld`
  | `${Cancelable}_canceled`;

export const positionKinds: readonly PositionKind[] = products.flatMap((product) => {
  const traits: ProductTraits = registry[product];
  const events = ['opened', 'matured'];
  if (traits.yield === 'fixed') events.push('withheld');
  if (traits.states.canceled !== undefined) events.push('canceled');
  return events.map((event) => `${product}_${event}` as PositionKind);
});

/** The product whose positions post journals of this kind; null for any other kind. */
export function productOfKind(kind: string): Product | null {
  return positionKinds.some((each) => each === kind) ? (kind.slice(0, kind.indexOf('_')) as Product) : null;
}

export type WireName<P extends Product = Product> = (typeof registry)[P]['wire'];

export function wireName<P extends Product>(product: P): WireName<P> {
  return registry[product].wire;
}

/** The product's capitalised name, for its part of a response on all products: `Vault`. */
export type PartName<P extends Product = Product> = Capitalize<WireName<P>>;

export function partName<P extends Product>(product: P): PartName<P> {
  const name = wireName(product);
  return (name.charAt(0).toUpperCase() + name.slice(1)) as PartName<P>;
}

/** Maps every product to a value, under its part name. */
export function byPart<Value>(of: (product: Product) => Value): Record<PartName, Value> {
  return Object.fromEntries(products.map((product) => [partName(product), of(product)])) as Record<PartName, Value>;
}

/** The product of a name on the wire; null for an unknown name. */
export function productOf(name: string): Product | null {
  return products.find((product) => registry[product].wire === name) ?? null;
}

/** The product's own name for a state of its positions. */
export type StateOf<P extends Product> = (typeof registry)[P]['states'][keyof (typeof registry)[P]['states']];

export function wireState<P extends Product>(product: P, state: PositionState): StateOf<P> {
  const states: ProductTraits['states'] = registry[product].states;
  return states[state] as StateOf<P>;
}

/** The state for a product's name on the wire; null for an unknown name. */
export function stateOf(product: Product, word: string): PositionState | null {
  const states: ProductTraits['states'] = registry[product].states;
  return positionStates.find((state) => states[state] === word) ?? null;
}

export function isFixed(product: Product): product is FixedProduct {
  return registry[product].yield === 'fixed';
}

/** The notice that a position has ended, one per product. */
export type EndNotice = (typeof registry)[Product]['notice'];

/** The notice that a product takes new positions again. */
export type OpeningNotice = (typeof registry)[SwitchedProduct]['openingNotice'];

/** The figures that the home report may have of a product. */
export type Reported = keyof NonNullable<ProductTraits['report']>;

type NamesIn<Traits, Some extends Reported> = Traits extends { report: infer Report }
  ? Report[Some & keyof Report]
  : never;
/** The names in the home report of these figures, across the products that have them. */
export type ReportName<Some extends Reported> = {
  [P in Product]: NamesIn<(typeof registry)[P], Some>;
}[Product];

/** Maps these figures of every product that reports them to values, under their names in the home report. */
export function byReport<Some extends Reported, Value>(
  some: readonly Some[],
  of: (product: Product, reported: Some) => Value,
): Record<ReportName<Some> & string, Value> {
  const told: Record<string, Value> = {};
  for (const { product, each, name } of reportNames) if (isOneOf(some, each)) told[name] = of(product, each);
  return told;
}

const reportNames = products.flatMap((product) => {
  const traits: ProductTraits = registry[product];
  return Object.entries(traits.report ?? {}).map(([each, name]) => ({ product, each: each as Reported, name }));
});

function isOneOf<Some extends Reported>(some: readonly Some[], each: Reported): each is Some {
  return some.some((one) => one === each);
}
