import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { Amount } from '#money/web/amount.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import type { Shown } from '#platform/web/ui/count.tsx';
import type { Column } from '#platform/web/ui/table.tsx';

/** Columns by what they show; each is known by its header. */
type Reads<Row, Value> = (row: Row) => Value | null | undefined;
type Place = NonNullable<Column<unknown>['place']>;

/** What the cell says as it is. */
export const column = <Row,>(header: string, cell: (row: Row) => Shown, place?: Place): Column<Row> => ({
  id: header,
  header,
  ...(place && { place }),
  cell,
});

/** The same at the end of its column: a figure. */
export const figureColumn = <Row,>(header: string, cell: (row: Row) => Shown, place?: Place): Column<Row> => ({
  ...column(header, cell, place),
  align: 'end',
});

/** USD; empty where there is none. */
export const amountColumn = <Row,>(
  header: string,
  read: Reads<Row, number>,
  { place, tone }: { place?: Place; tone?: ComponentProps<typeof Amount>['tone'] } = {},
): Column<Row> =>
  figureColumn(
    header,
    (row) => {
      const value = read(row);
      return typeof value === 'number' && <Amount value={value} {...(tone && { tone })} />;
    },
    place,
  );

interface Optional {
  place?: Place;
  /** What says there is none. */
  none?: Shown;
}

const textColumn =
  (show: (text: string) => Shown) =>
  <Row,>(header: string, read: Reads<Row, string>, { place, none = null }: Optional = {}): Column<Row> =>
    column(
      header,
      (row) => {
        const text = read(row);
        return text ? show(text) : none;
      },
      place,
    );

/** An instant to the minute. */
export const momentColumn = textColumn((at) => <DateTime value={at} show="minute" />);

/** A name, or what else was typed by somebody. */
export const nameColumn = textColumn((name) => <bdi>{name}</bdi>);

/** A customer, whose page it opens. */
export const customerColumn = <Row,>(
  header: string,
  read: (row: Row) => { Id: string; Name: string },
  place: Place = 'title',
): Column<Row> => column(header, (row) => <CustomerLink {...read(row)} />, place);

/** Their name, which opens their page. */
export function CustomerLink({ Id, Name, onClick }: { Id: string; Name: ReactNode; onClick?: () => void }) {
  return (
    <Link to={`/customers/${Id}`} dir="auto" {...(onClick && { onClick })}>
      {Name}
    </Link>
  );
}
