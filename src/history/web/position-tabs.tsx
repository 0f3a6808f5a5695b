import { historyQueries } from './data.ts';
import type { Days } from './history-filter.ts';
import { HistoryList } from './history-list.tsx';
import { type PositionName, useColumns } from './use-columns.tsx';

/** What ran and what runs: licences, stakes, investments of the bot and of the vault. */
export function CopytradeTab({ days }: { days: Days }) {
  const columns = usePositionColumns<{ Start: string }>('copytrade', ({ Start }) => Start);
  return <HistoryList tab="copytrade" days={days} query={historyQueries.copytrade(days)} columns={columns} />;
}

export function StakesTab({ days }: { days: Days }) {
  const columns = usePositionColumns<{ Start: string }>('stake', ({ Start }) => Start);
  return <HistoryList tab="stakes" days={days} query={historyQueries.stakes(days)} columns={columns} />;
}

export function VaultTab({ days }: { days: Days }) {
  const columns = usePositionColumns<{ Start: string }>('vault', ({ Start }) => Start);
  return <HistoryList tab="vault" days={days} query={historyQueries.vault(days)} columns={columns} />;
}

export function PrimezordTab({ days }: { days: Days }) {
  const columns = usePositionColumns<{ Date: string }>('primezord', (row) => row.Date);
  return <HistoryList tab="primezord" days={days} query={historyQueries.primezord(days)} columns={columns} />;
}

interface Position {
  Id: string;
  Amount: number;
  Profit: number;
  Progress: number;
  Status: 'in_progress' | 'active' | 'finished' | 'expired' | 'canceled';
}

function usePositionColumns<Dated>(figure: PositionName, dateOf: (row: Dated) => string) {
  const { date, amount, explained, progress, status } = useColumns();
  type Row = Position & Dated;
  return [
    date<Row>(dateOf),
    status<Row>(figure),
    amount<Row>('invested', ({ Amount }) => Amount),
    explained<Row>(figure, 'profit', ({ Profit }) => Profit),
    progress<Row>(({ Progress }) => Progress),
  ];
}
