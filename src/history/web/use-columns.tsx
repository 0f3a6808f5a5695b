import { useTranslations } from 'use-intl';
import { fromJsonNumber } from '#money/money.ts';
import { Amount } from '#money/web/amount.tsx';
import { ExactUsd } from '#money/web/exact-usd.tsx';
import type { Shown } from '#platform/web/ui/count.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { ExplainedFigure } from '#platform/web/ui/explained-figure.tsx';
import { Progress } from '#platform/web/ui/progress.tsx';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import type { Column } from '#platform/web/ui/table.tsx';
import type { WireName } from '#positions/registry.ts';

const tones = {
  in_progress: 'running',
  active: 'running',
  finished: 'good',
  complete: 'good',
  expired: 'good',
  canceled: 'neutral',
} as const;
type Status = keyof typeof tones;
export type PositionName = WireName;

/** Columns shared by several histories. */
export function useColumns() {
  const t = useTranslations('history');
  return {
    date<Row>(of: (row: Row) => string): Column<Row> {
      const cell = (row: Row) => <DateTime value={of(row)} show="minute" />;
      return { id: 'date', header: t('columns.date'), place: 'title', cell };
    },
    amount<Row>(header: AmountHeader, of: (row: Row) => number, place: Column<Row>['place'] = 'main'): Column<Row> {
      const cell = (row: Row) => <Amount value={of(row)} />;
      return { id: header, header: t(`columns.${header}`), place, align: 'end', cell };
    },
    /** A charge, with all its digits. */
    exact<Row>(header: AmountHeader, of: (row: Row) => number, place: Column<Row>['place'] = 'main'): Column<Row> {
      const cell = (row: Row) => <ExactUsd amount={fromJsonNumber(of(row))} />;
      return { id: header, header: t(`columns.${header}`), place, align: 'end', cell };
    },
    /** A gain or a loss; an amount that is neither has a sign but no colour. */
    change<Row>(
      header: AmountHeader,
      of: (row: Row) => number,
      place: Column<Row>['place'] = 'aside',
      isChange: (row: Row) => boolean = () => true,
    ): Column<Row> {
      const cell = (row: Row) => <Amount value={of(row)} tone={isChange(row) ? 'change' : 'moved'} />;
      return { id: header, header: t(`columns.${header}`), place, align: 'end', cell };
    },
    /** A change that links to its explanation. */
    explained<Row extends { Id: string }>(
      figure: PositionName | 'award',
      header: AmountHeader,
      of: (row: Row) => number,
      place: Column<Row>['place'] = 'aside',
      isChange: (row: Row) => boolean = () => true,
    ): Column<Row> {
      const name = t(`columns.${header}`);
      const cell = (row: Row) => (
        <ExplainedFigure figure={figure} of={row.Id} name={name}>
          <Amount value={of(row)} tone={isChange(row) ? 'change' : 'moved'} />
        </ExplainedFigure>
      );
      return { id: header, header: name, place, align: 'end', cell };
    },
    progress<Row>(of: (row: Row) => number): Column<Row> {
      const cell = (row: Row) => <Progress label={t('columns.progress')} value={of(row)} />;
      return { id: 'progress', header: t('columns.progress'), cell };
    },
    /** @param what the status refers to: a stake is `Finalizada`, an investment `Finalizado`. */
    status<Row extends { Status: Status }>(what: PositionName | 'transfer'): Column<Row> {
      const cell = ({ Status }: Row) => (
        <StatusBadge tone={tones[Status]}>{t(`status.${Status}`, { isStake: String(what === 'stake') })}</StatusBadge>
      );
      return { id: 'status', header: t('columns.status'), place: 'under', cell };
    },
    cell<Row>(header: TextHeader, of: (row: Row) => Shown, place: Column<Row>['place'] = 'detail'): Column<Row> {
      return { id: header, header: t(`columns.${header}`), place, cell: of };
    },
    text<Row>(header: TextHeader, of: (row: Row) => string, place: Column<Row>['place'] = 'detail'): Column<Row> {
      return { id: header, header: t(`columns.${header}`), place, cell: (row) => of(row) };
    },
  };
}

type AmountHeader = 'value' | 'invested' | 'profit' | 'total' | 'balance' | 'fee';
type TextHeader =
  | 'asset'
  | 'product'
  | 'description'
  | 'source'
  | 'reference'
  | 'percentage'
  | 'notes'
  | 'payout'
  | 'net'
  | 'paid';
