import { useFormatter, useTranslations } from 'use-intl';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import { Sentence } from './sentence.tsx';
import type { CommandAnswer } from './use-command.ts';
import { column, figureColumn } from '../columns.tsx';

type Found = NonNullable<NonNullable<CommandAnswer['Done']>['Findings']>[number];

/** Places of one rule that are listed; all are counted. */
const mostListed = 10;

/** What an audit found: each rule that does not hold, and the first places. */
export function Findings({ found }: { found: readonly Found[] }) {
  const t = useTranslations('console.command');
  const format = useFormatter();
  const columns: Column<Found>[] = [
    column(t('rule'), ({ Rule }) => Rule, 'title'),
    figureColumn(t('places'), ({ Count }) => format.number(Count), 'main'),
    column(t('where'), ({ Places, Count }) => {
      const listed = Places.slice(0, mostListed);
      return (
        <>
          {listed.map((parts, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the places of one audit have their order and nothing else
            <div key={at}>
              <Sentence parts={parts} />
            </div>
          ))}
          {Count > listed.length && t('morePlaces', { more: Count - listed.length })}
        </>
      );
    }),
  ];
  return <Table caption={t('findings')} columns={columns} rows={found} rowKey={({ Rule }) => Rule} />;
}
