import { type Product, products, registry } from '#positions/registry.ts';

/** What is no product's history, and its place among all. */
const others = { operations: 3, withdrawals: 4, bonus: 5, residual: 6, statement: 9 };

export type PositionTab = (typeof registry)[Product]['history']['tab'];
/** The histories there are (H1), and the statement (H4): one list each, under this name in the address and in its file. */
export type HistoryTab = PositionTab | keyof typeof others;

const places = new Map<HistoryTab, number>([
  ...(Object.entries(others) as [HistoryTab, number][]),
  ...products.map((product) => [registry[product].history.tab, registry[product].history.place] as const),
]);

export const historyTabs: readonly HistoryTab[] = [...places]
  .toSorted(([, one], [, other]) => one - other)
  .map(([tab]) => tab);

/** Something of every product, under the name of its history. */
export function byTab<Value>(of: (product: Product) => Value): Record<PositionTab, Value> {
  return Object.fromEntries(products.map((product) => [registry[product].history.tab, of(product)])) as Record<
    PositionTab,
    Value
  >;
}
