import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { type LiabilityDayAnswer, readLiabilities } from '#console/reports-contract.ts';
import { Amount } from '#money/web/amount.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import { useStaffQuery } from '../use-staff-query.ts';
import { HowCounted } from '../why/how-counted.tsx';
import { InBooks } from '../why/in-books.tsx';
import shared from '../shared.module.css';
import { DaysForm, isSame, lastDays } from './days-form.tsx';
import { column } from '../columns.tsx';

type Field = Exclude<keyof LiabilityDayAnswer, 'Day'>;

/** Liabilities at the end of each day, newest first. */
export function Liabilities() {
  const t = useTranslations('console.reports');
  const accounts = useTranslations('console.ledger.accounts');
  const [days, setDays] = useState(() => lastDays(30));
  const read = useStaffQuery(readLiabilities, { query: days }, { isLook: true });
  const amount = (id: Field, header: string): Column<LiabilityDayAnswer> => ({
    id,
    header,
    align: 'end',
    ...(id === 'Owed' && { place: 'main' as const }),
    cell: (row) => <Amount value={row[id]} />,
  });
  const columns: Column<LiabilityDayAnswer>[] = [
    column(
      t('day'),
      ({ Day }) => (
        <InBooks asked={{ from: Day, until: Day }} name={t('day')}>
          <DateTime value={Day} />
        </InBooks>
      ),
      'title',
    ),
    amount('Owed', t('owed')),
    amount('Balance', accounts('balance')),
    amount('Held', accounts('held')),
    amount('Invested', accounts('invested')),
    amount('Promised', accounts('promised')),
    amount('Zord', accounts('zord')),
    amount('Treasury', accounts('treasury')),
  ];
  return (
    <div className={shared.parts}>
      <DaysForm value={days} onAsk={(next) => (isSame(next, days) ? void read.refetch() : setDays(next))} />
      <QueryView query={read} waiting={<SkeletonRows />}>
        {(rows) => (
          <>
            <HowCounted
              rules={[
                [t('owed'), t('why.owed')],
                [t('accounts'), t('why.account')],
                [t('day'), t('why.day')],
              ]}
            />
            <Table
              caption={t('views.liabilities')}
              columns={columns}
              rows={rows.toReversed()}
              rowKey={({ Day }) => Day}
            />
          </>
        )}
      </QueryView>
    </div>
  );
}
