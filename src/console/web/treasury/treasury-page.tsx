import { useTranslations } from 'use-intl';
import { Link, Route, Routes } from 'react-router';
import { readTreasury, type Treasury } from '#console/treasury-contract.ts';
import { Amount } from '#money/web/amount.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { Count } from '#platform/web/ui/count.tsx';
import { useDate } from '#platform/web/ui/date-time.tsx';
import { FigureLink } from '#platform/web/ui/figure-link.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { StatTile, StatTiles } from '#platform/web/ui/stat-tile.tsx';
import type { Column } from '#platform/web/ui/table.tsx';
import { CommandButton } from '../commands/form-dialog.tsx';
import { TableOrNone } from '../list.tsx';
import { useStaffQuery } from '../use-staff-query.ts';
import { HowCounted } from '../why/how-counted.tsx';
import { InBooks } from '../why/in-books.tsx';
import shared from '../shared.module.css';
import { AwardsPage } from './awards-page.tsx';
import { monthShape } from './month-shape.ts';
import { OwedPage } from './owed-page.tsx';
import styles from './treasury.module.css';
import { TaxesCard } from './taxes-card.tsx';
import { WhatIf } from './what-if.tsx';
import { amountColumn, column, figureColumn, momentColumn } from '../columns.tsx';

const everyMs = 30_000;

/** The treasury left to promise from; the positions and awards behind its figures have their own URLs. */
export function TreasuryPage() {
  return (
    <Routes>
      <Route path="positions" element={<OwedPage />} />
      <Route path="awards" element={<AwardsPage />} />
      <Route path="*" element={<Overview />} />
    </Routes>
  );
}

/** Promised profits by due date, and past funding. */
function Overview() {
  const t = useTranslations('console.treasury');
  const formatDate = useDate();
  const treasury = useStaffQuery(readTreasury, {}, { everyMs });
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        action={
          <div className={styles.ways}>
            <CommandButton command="treasury draw" />
            <CommandButton command="treasury fund" kind="primary" />
          </div>
        }
      />
      <QueryView query={treasury} waiting={<SkeletonRows />}>
        {(read) => (
          <div className={shared.parts}>
            {read.BehindSeconds !== null && read.BehindSeconds >= 1 && (
              <Notice>{t('behind', { seconds: Math.ceil(read.BehindSeconds) })}</Notice>
            )}
            <Figures treasury={read} />
            <Card title={t('whatIf.title')}>
              <WhatIf periods={read.Periods} />
            </Card>
            <Card title={t('months')}>
              <Owed
                caption={t('months')}
                first={t('month')}
                rule={t('why.months')}
                rows={read.Months.map((row) => ({
                  ...row,
                  name: formatDate(`${row.Month}-01`, monthShape),
                  behind: `month=${row.Month}`,
                }))}
              />
            </Card>
            <Card title={t('products')}>
              <Owed
                caption={t('products')}
                first={t('product')}
                rule={t('why.products')}
                rows={read.Products.map((row) => ({
                  ...row,
                  name: t(`productNames.${row.Product}`),
                  behind: `product=${row.Product}`,
                }))}
              />
            </Card>
            {read.Taxes && <TaxesCard taxes={read.Taxes} />}
            <Card title={t('funding')}>
              <Funding rows={read.Funding} />
            </Card>
          </div>
        )}
      </QueryView>
    </>
  );
}

function Figures({ treasury }: { treasury: Treasury }) {
  const t = useTranslations('console.treasury');
  const { RunwayDays } = treasury;
  return (
    <>
      <StatTiles>
        <StatTile
          label={t('left')}
          value={
            <InBooks asked={{ account: 'treasury' }} name={t('left')}>
              <Amount value={treasury.Left} />
            </InBooks>
          }
          note={t('leftNote')}
        />
        <StatTile label={t('free')} value={<Amount value={treasury.Free} />} note={t('freeNote')} />
        <StatTile
          label={t('promised')}
          value={
            <FigureLink to="/treasury/positions" name={t('promised')}>
              <Amount value={treasury.Promised} />
            </FigureLink>
          }
          note={t('promisedNote')}
        />
        <StatTile
          label={t('runway')}
          value={RunwayDays === null ? '—' : t('days', { count: RunwayDays })}
          note={
            <>
              {t('pace')} <Amount value={treasury.Pace} />
            </>
          }
        />
        <StatTile
          label={t('awards')}
          value={
            <FigureLink to="/treasury/awards" name={t('awards')}>
              <Amount value={treasury.Awards} />
            </FigureLink>
          }
          note={<AwardParts treasury={treasury} />}
        />
      </StatTiles>
      <HowCounted
        rules={(['left', 'free', 'promised', 'runway', 'awards'] as const).map((name) => [t(name), t(`why.${name}`)])}
      />
    </>
  );
}

/** The two parts of the awards, each linked to the awards behind it. */
function AwardParts({ treasury }: { treasury: Treasury }) {
  const t = useTranslations('console.treasury');
  return (
    <>
      {t('awardsOwed')}{' '}
      <FigureLink to="/treasury/awards?which=owed" name={t('awardsOwed')}>
        <Amount value={treasury.AwardsOwed} />
      </FigureLink>
      {' · '}
      {t('bonusesWaiting')}{' '}
      <FigureLink to="/treasury/awards?which=waiting" name={t('bonusesWaiting')}>
        <Amount value={treasury.BonusesWaiting} />
      </FigureLink>
    </>
  );
}

type OwedRow = Pick<Treasury['Months'][number], 'Positions' | 'Principal' | 'Promised' | 'Result'> & {
  name: string;
  /** URL query for the positions behind it. */
  behind: string;
};

interface OwedProps {
  caption: string;
  first: string;
  /** Explains the rows. */
  rule: string;
  rows: readonly OwedRow[];
}

function Owed({ caption, first, rule, rows }: OwedProps) {
  const t = useTranslations('console.treasury');
  const columns: Column<OwedRow>[] = [
    column(first, ({ name, behind }) => <Link to={`/treasury/positions?${behind}`}>{name}</Link>, 'title'),
    figureColumn(t('positions'), ({ Positions }) => <Count value={Positions} />),
    amountColumn(t('principal'), ({ Principal }) => Principal),
    amountColumn(t('promised'), ({ Promised }) => Promised, { place: 'main' }),
    amountColumn(t('result'), ({ Result }) => Result, { tone: 'change' }),
  ];
  return (
    <>
      <TableOrNone
        caption={caption}
        columns={columns}
        rows={rows}
        rowKey={({ behind }) => behind}
        empty={t('nothing')}
      />
      <HowCounted
        rules={[
          [first, rule],
          [t('principal'), t('why.principal')],
          [t('promised'), t('why.promisedOf')],
          [t('result'), t('why.result')],
        ]}
      />
    </>
  );
}

function Funding({ rows }: { rows: Treasury['Funding'] }) {
  const t = useTranslations('console.treasury');
  const columns: Column<Treasury['Funding'][number]>[] = [
    momentColumn(t('at'), ({ At }) => At, { place: 'title' }),
    figureColumn(
      t('amount'),
      ({ Key, Amount: value }) => (
        <InBooks asked={{ reference: Key }} name={t('amount')}>
          <Amount value={value} tone="moved" />
        </InBooks>
      ),
      'main',
    ),
    column(t('by'), ({ By }) => By ?? '—'),
    column(t('reason'), ({ Reason }) => <span dir="auto">{Reason ?? '—'}</span>),
  ];
  return (
    <>
      <TableOrNone
        caption={t('funding')}
        columns={columns}
        rows={rows}
        rowKey={({ Key }) => Key}
        empty={t('noFunding')}
      />
      <HowCounted rules={[[t('amount'), t('why.funding')]]} />
    </>
  );
}
