import { type Product, products, registry } from '#positions/registry.ts';

/** Histories that belong to no product, with their places in the order. The first is what the history opens on. */
const others = { statement: 0, operations: 3, deposits: 4, withdrawals: 4, bonus: 5, residual: 6 };

export type PositionTab = (typeof registry)[Product]['history']['tab'];
/** The histories (H1) and the statement (H4): one list each, under this name in the address and in its file. */
export type HistoryTab = PositionTab | keyof typeof others;

const places = new Map<HistoryTab, number>([
  ...(Object.entries(others) as [HistoryTab, number][]),
  ...products.map((product) => [registry[product].history.tab, registry[product].history.place] as const),
]);

export const historyTabs: readonly HistoryTab[] = [...places]
  .toSorted(([, one], [, other]) => one - other)
  .map(([tab]) => tab);

/** The tabs of the screen: the documents of whole years are beside the statement. */
export const screenTabs = ['statement', 'yearly', ...historyTabs.filter((tab) => tab !== 'statement')] as const;
export type ScreenTab = (typeof screenTabs)[number];

/** Maps every product to a value, under the name of its history. */
export function byTab<Value>(of: (product: Product) => Value): Record<PositionTab, Value> {
  return Object.fromEntries(products.map((product) => [registry[product].history.tab, of(product)])) as Record<
    PositionTab,
    Value
  >;
}
