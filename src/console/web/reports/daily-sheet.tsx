import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import { type DailySheetAnswer, readDaily } from '#console/reports-contract.ts';
import { knownKinds } from '#ledger/kinds.ts';
import { Amount } from '#money/web/amount.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { StatTile, StatTiles } from '#platform/web/ui/stat-tile.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import type { Asked } from '../ledger/ledger-filters.tsx';
import { useAccountName } from '../ledger/legs.tsx';
import { useStaffQuery } from '../use-staff-query.ts';
import { HowCounted } from '../why/how-counted.tsx';
import { InBooks } from '../why/in-books.tsx';
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
      <HowCounted
        rules={(['in', 'out', 'fees', 'awards', 'owed', 'breaks'] as const).map((name) => [t(name), t(`why.${name}`)])}
      />
      <Card title={t('products')}>
        <Products day={sheet.Day} rows={sheet.Products} />
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

function Figures({ sheet: { Day, In, Out, Fees, Awards, Bonuses, Breaks, Owed } }: { sheet: DailySheetAnswer }) {
  const t = useTranslations('console.reports');
  const reversed = (amount: number) =>
    amount > 0 && (
      <>
        {' · '}
        {t('reversed')} <Amount value={amount} />
      </>
    );
  const entries = (name: 'in' | 'out' | 'fees', of: Partial<Asked>, amount: number) => (
    <InBooks asked={{ ...of, from: Day, until: Day }} name={t(name)}>
      <Amount value={amount} />
    </InBooks>
  );
  return (
    <StatTiles>
      <StatTile
        label={t('in')}
        value={entries('in', { kind: 'deposit_settled' }, In.Amount)}
        note={
          <>
            {t('deposits', { count: In.Deposits })}
            {reversed(In.Reversed)}
          </>
        }
      />
      <StatTile
        label={t('out')}
        value={entries('out', { kind: 'withdrawal_settled' }, Out.Amount)}
        note={
          <>
            {t('withdrawals', { count: Out.Withdrawals })}
            {reversed(Out.Reversed)}
          </>
        }
      />
      <StatTile label={t('fees')} value={entries('fees', { account: 'fees' }, Fees)} note={t('feesNote')} />
      <StatTile
        label={t('awards')}
        value={<Amount value={Awards} />}
        note={
          <>
            {t('bonuses')}{' '}
            <InBooks asked={{ kind: 'network_bonus', from: Day, until: Day }} name={t('bonuses')}>
              <Amount value={Bonuses} />
            </InBooks>
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

function Products({ day, rows }: { day: string; rows: readonly ProductRow[] }) {
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
    {
      id: 'opened',
      header: t('opened'),
      align: 'end',
      cell: ({ Product, Opened }) => (
        <InBooks asked={{ kind: `${Product}_opened`, from: day, until: day }} name={t('opened')}>
          {Opened}
        </InBooks>
      ),
    },
    amount('Invested', t('invested')),
    amount('Promised', t('promised')),
    {
      id: 'ended',
      header: t('ended'),
      align: 'end',
      // Of a product that may be left early they are of two kinds, and the books are searched by one.
      cell: ({ Product, Ended }) =>
        knownKinds.some((kind) => kind === `${Product}_canceled`) ? (
          Ended
        ) : (
          <InBooks asked={{ kind: `${Product}_matured`, from: day, until: day }} name={t('ended')}>
            {Ended}
          </InBooks>
        ),
    },
    amount('Returned', t('returned')),
    { id: 'profit', header: t('profit'), align: 'end', cell: ({ Profit }) => <Amount value={Profit} tone="change" /> },
    amount('Fees', t('leaving')),
  ];
  return (
    <>
      <Table caption={t('products')} columns={columns} rows={rows} rowKey={({ Product }) => Product} />
      <HowCounted
        rules={(['opened', 'invested', 'promised', 'ended', 'returned', 'profit', 'leaving'] as const).map((name) => [
          t(name),
          t(`why.${name}`),
        ])}
      />
    </>
  );
}

function TreasuryDay({ sheet: { Day, Treasury } }: { sheet: DailySheetAnswer }) {
  const t = useTranslations('console.reports');
  const ofDay = { from: Day, until: Day };
  return (
    <>
      <Facts>
        <Fact label={t('opening')}>
          <Amount value={Treasury.Opening} />
        </Fact>
        <Fact label={t('funded')}>
          <InBooks asked={{ ...ofDay, kind: 'treasury_funded' }} name={t('funded')}>
            <Amount value={Treasury.Funded} />
          </InBooks>
        </Fact>
        <Fact label={t('drawn')}>
          <InBooks asked={{ ...ofDay, kind: 'treasury_drawn' }} name={t('drawn')}>
            <Amount value={Treasury.Drawn} />
          </InBooks>
        </Fact>
        <Fact label={t('closing')} isResult>
          <InBooks asked={{ ...ofDay, account: 'treasury' }} name={t('closing')}>
            <Amount value={Treasury.Closing} />
          </InBooks>
        </Fact>
      </Facts>
      <HowCounted
        rules={(['opening', 'funded', 'drawn', 'closing'] as const).map((name) => [t(name), t(`why.${name}`)])}
      />
    </>
  );
}

function Standing({ sheet: { Day, Accounts, Owed } }: { sheet: DailySheetAnswer }) {
  const t = useTranslations('console.reports');
  const nameOf = useAccountName();
  return (
    <>
      <Facts>
        {Accounts.map(({ Account, Closing }) => (
          <Fact key={Account} label={nameOf(Account)}>
            <InBooks asked={{ account: Account, from: Day, until: Day }} name={nameOf(Account)}>
              <Amount value={Closing} />
            </InBooks>
          </Fact>
        ))}
        <Fact label={t('owed')} isResult>
          <Amount value={Owed} />
        </Fact>
        <Fact label={t('withheld')}>{t('withheldNone')}</Fact>
      </Facts>
      <HowCounted
        rules={[
          [t('accounts'), t('why.account')],
          [t('owed'), t('why.owed')],
        ]}
      />
    </>
  );
}
