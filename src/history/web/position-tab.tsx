import { type Product, registry, wireName } from '#positions/registry.ts';
import { type PositionRow, positionQuery, type ReadPositions } from './data.ts';
import type { Days } from './history-filter.ts';
import { HistoryList } from './history-list.tsx';
import { useColumns } from './use-columns.tsx';

/** Past and running positions of a product. */
export function PositionTab({ product, read, days }: { product: Product; read: ReadPositions; days: Days }) {
  const { date, amount, explained, progress, status } = useColumns();
  const { tab } = registry[product].history;
  const figure = wireName(product);
  const columns = [
    date<PositionRow>((row) => ('Start' in row ? row.Start : row.Date)),
    status<PositionRow>(figure),
    amount<PositionRow>('invested', ({ Amount }) => Amount),
    explained<PositionRow>(figure, 'profit', ({ Profit }) => Profit),
    progress<PositionRow>(({ Progress }) => Progress),
  ];
  return <HistoryList tab={tab} days={days} query={positionQuery(tab, read, days)} columns={columns} />;
}
