import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import { type DailySheetAnswer, readDaily } from '#console/reports-contract.ts';
import { Amount } from '#money/web/amount.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { StatTile, StatTiles } from '#platform/web/ui/stat-tile.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import { useAccountName } from '../ledger/legs.tsx';
import { useStaffQuery } from '../use-staff-query.ts';
import shared from '../shared.module.css';
import { DayForm, today } from './days-form.tsx';
import styles from './reports.module.css';

/** A day on one page. */
export function DailySheet() {
  const [day, setDay] = useState(today);
  const sheet = useStaffQuery(readDaily, { query: { day } }, { isLook: true });
  return (
    <div className={shared.parts}>
      <DayForm value={day} onAsk={(next) => (next === day ? void sheet.refetch() : setDay(next))} />
      <QueryView query={sheet} waiting={<SkeletonRows />}>
        {(read) => <Sheet sheet={read} />}
      </QueryView>
    </div>
  );
}

function Sheet({ sheet }: { sheet: DailySheetAnswer }) {
  const t = useTranslations('console.reports');
  return (
    <>
      <h2>
        <DateTime value={sheet.Day} />
      </h2>
      <Figures sheet={sheet} />
      <Card title={t('products')}>
        <Products rows={sheet.Products} />
      </Card>
      <div className={styles.pair}>
        <Card title={t('treasury')}>
          <TreasuryDay sheet={sheet} />
        </Card>
        <Card title={t('accounts')}>
          <Standing sheet={sheet} />
        </Card>
      </div>
    </>
  );
}

function Figures({ sheet: { In, Out, Fees, Bonuses, Residuals, Breaks, Owed } }: { sheet: DailySheetAnswer }) {
  const t = useTranslations('console.reports');
  const reversed = (amount: number) =>
    amount > 0 && (
      <>
        {' · '}
        {t('reversed')} <Amount value={amount} />
      </>
    );
  return (
    <StatTiles>
      <StatTile
        label={t('in')}
        value={<Amount value={In.Amount} />}
        note={
          <>
            {t('deposits', { count: In.Deposits })}
            {reversed(In.Reversed)}
          </>
        }
      />
      <StatTile
        label={t('out')}
        value={<Amount value={Out.Amount} />}
        note={
          <>
            {t('withdrawals', { count: Out.Withdrawals })}
            {reversed(Out.Reversed)}
          </>
        }
      />
      <StatTile label={t('fees')} value={<Amount value={Fees} />} note={t('feesNote')} />
      <StatTile
        label={t('awards')}
        value={<Amount value={Bonuses + Residuals} />}
        note={
          <>
            {t('bonuses')} <Amount value={Bonuses} />
          </>
        }
      />
      <StatTile label={t('owed')} value={<Amount value={Owed} />} note={t('owedNote')} />
      <StatTile
        label={t('breaks')}
        value={Breaks ? <Link to="/reconciliation">{Breaks.Open}</Link> : '—'}
        note={Breaks ? t('breaksNote', { count: Breaks.Count }) : t('notCompared')}
      />
    </StatTiles>
  );
}

type ProductRow = DailySheetAnswer['Products'][number];

function Products({ rows }: { rows: readonly ProductRow[] }) {
  const t = useTranslations('console.reports');
  const names = useTranslations('console.treasury.productNames');
  const amount = (id: 'Invested' | 'Promised' | 'Returned' | 'Fees', header: string): Column<ProductRow> => ({
    id,
    header,
    align: 'end',
    cell: (row) => <Amount value={row[id]} />,
  });
  const columns: Column<ProductRow>[] = [
    { id: 'product', header: t('product'), place: 'title', cell: ({ Product }) => names(Product) },
    { id: 'opened', header: t('opened'), align: 'end', cell: ({ Opened }) => Opened },
    amount('Invested', t('invested')),
    amount('Promised', t('promised')),
    { id: 'ended', header: t('ended'), align: 'end', cell: ({ Ended }) => Ended },
    amount('Returned', t('returned')),
    { id: 'profit', header: t('profit'), align: 'end', cell: ({ Profit }) => <Amount value={Profit} tone="change" /> },
    amount('Fees', t('leaving')),
  ];
  return <Table caption={t('products')} columns={columns} rows={rows} rowKey={({ Product }) => Product} />;
}

function TreasuryDay({ sheet: { Treasury } }: { sheet: DailySheetAnswer }) {
  const t = useTranslations('console.reports');
  return (
    <Facts>
      <Fact label={t('opening')}>
        <Amount value={Treasury.Opening} />
      </Fact>
      <Fact label={t('funded')}>
        <Amount value={Treasury.Funded} />
      </Fact>
      <Fact label={t('drawn')}>
        <Amount value={Treasury.Drawn} />
      </Fact>
      <Fact label={t('closing')} isResult>
        <Amount value={Treasury.Closing} />
      </Fact>
    </Facts>
  );
}

function Standing({ sheet: { Accounts, Owed } }: { sheet: DailySheetAnswer }) {
  const t = useTranslations('console.reports');
  const nameOf = useAccountName();
  return (
    <Facts>
      {Accounts.map(({ Account, Closing }) => (
        <Fact key={Account} label={nameOf(Account)}>
          <Amount value={Closing} />
        </Fact>
      ))}
      <Fact label={t('owed')} isResult>
        <Amount value={Owed} />
      </Fact>
      <Fact label={t('withheld')}>{t('withheldNone')}</Fact>
    </Facts>
  );
}
