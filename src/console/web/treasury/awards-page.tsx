import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import { type AwardToCome, listAwards } from '#console/treasury-contract.ts';
import { Amount } from '#money/web/amount.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { usePercent } from '#platform/web/ui/percent.tsx';
import type { Column } from '#platform/web/ui/table.tsx';
import { useViews } from '../filters.tsx';
import { List } from '../list.tsx';
import { HowCounted } from '../why/how-counted.tsx';
import { InBooks } from '../why/in-books.tsx';
import styles from './treasury.module.css';
import { amountColumn, column, customerColumn, figureColumn, momentColumn } from '../columns.tsx';

const kinds = ['owed', 'waiting'] as const;

/** The awards to be paid from the treasury; which of them is in the URL. */
export function AwardsPage() {
  const t = useTranslations('console.treasury');
  const [which, choice] = useViews(kinds, t('toCome.which'), (each) => t(`toCome.${each}`));
  return (
    <>
      <Link to="/treasury" className={styles.back ?? ''}>
        {t('owed.back')}
      </Link>
      <PageHeader title={t('toCome.title')} lead={t(`toCome.leads.${which}`)} action={choice} />
      <List
        of={listAwards}
        given={{ which }}
        filters={[{ name: 'customer', kind: 'customer', label: t('owed.customer') }]}
        isLook
        caption={t('toCome.title')}
        columns={useColumns(which)}
        rowKey={({ Id }) => Id}
        empty={t(`toCome.none.${which}`)}
      />
      <HowCounted rules={(['base', 'value'] as const).map((name) => [t(`toCome.${name}`), t(`toCome.why.${name}`)])} />
    </>
  );
}

function useColumns(which: 'owed' | 'waiting'): Column<AwardToCome>[] {
  const t = useTranslations('console.treasury.toCome');
  const percent = usePercent();
  return [
    customerColumn(t('customer'), ({ Customer }) => Customer),
    column(t('kind'), ({ Kind, Level }) => t(`kinds.${Kind}`, { level: Level })),
    customerColumn(t('source'), ({ Source }) => Source, 'detail'),
    momentColumn(t(`since.${which}`), ({ Since }) => Since),
    figureColumn(t('base'), ({ Base, Source, Position }) => (
      <InBooks asked={{ customer: Source.Id, reference: Position }} name={t('base')}>
        <Amount value={Base} />
      </InBooks>
    )),
    figureColumn(t('percentage'), ({ Percentage }) => percent(Percentage)),
    amountColumn(t('value'), ({ Value }) => Value, { place: 'main' }),
  ];
}
