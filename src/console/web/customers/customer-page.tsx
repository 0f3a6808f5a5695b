import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link, useParams } from 'react-router';
import { readCustomer, type ShownCustomer } from '#console/customers-contract.ts';
import { whoReadsTheBooks } from '#console/who-reads-the-books.ts';
import { buttonClass } from '#platform/web/ui/button.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { Segments } from '#platform/web/ui/segments.tsx';
import { Select } from '#platform/web/ui/select.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { type Role, whoSeesCases } from '#staff/roles.ts';
import { useMe } from '../use-me.ts';
import { useStaffQuery } from '../use-staff-query.ts';
import { Freezes, Requests } from './care-tabs.tsx';
import { Cases } from './cases-tab.tsx';
import { CustomerCommands } from './customer-commands.tsx';
import { CustomerOverview } from './customer-overview.tsx';
import { Actions, Members, Notes, Notices, Positions, Statement, Transfers } from './customer-tabs.tsx';
import { Sessions } from './sessions-tab.tsx';
import { CustomerView } from './customer-view.tsx';
import styles from './customers.module.css';

const tabs = {
  overview: CustomerOverview,
  positions: Positions,
  transfers: Transfers,
  statement: Statement,
  sessions: Sessions,
  freezes: Freezes,
  requests: Requests,
  network: Members,
  notices: Notices,
  notes: Notes,
  cases: Cases,
  actions: Actions,
  view: CustomerView,
} as const;
type TabName = keyof typeof tabs;
/** The roles that see a tab, where not all do. */
const whose: Partial<Record<TabName, readonly Role[]>> = { view: ['support', 'compliance'], cases: whoSeesCases };

/** One customer on one page: personal data and holdings, and the rest in tabs, each recorded as a separate look. */
export function CustomerPage() {
  const { id = '' } = useParams();
  const customer = useStaffQuery(readCustomer, { params: { id } }, { isLook: true });
  return (
    <QueryView query={customer} waiting={<SkeletonRows />}>
      {(shown) => <Shown key={shown.Id} customer={shown} />}
    </QueryView>
  );
}

function Shown({ customer }: { customer: ShownCustomer }) {
  const t = useTranslations('console.customers');
  const [tab, setTab] = useState<TabName>('overview');
  const { Role: role } = useMe();
  const names = (Object.keys(tabs) as TabName[]).filter((name) => whose[name]?.includes(role) ?? true);
  const options = names.map((value) => ({ value, label: t(`tabs.${value}`) }));
  const Tab = tabs[tab];
  const seesBooks = whoReadsTheBooks.includes(role);
  return (
    <>
      <PageHeader
        title={customer.Name}
        tab={`\u2068${customer.Name}\u2069`}
        lead={customer.Erased === null && <bdi>{customer.Email}</bdi>}
        action={
          seesBooks && (
            <Link to={`/ledger?customer=${customer.Id}`} className={buttonClass()}>
              {t('books')}
            </Link>
          )
        }
      />
      {customer.Erased === null && <CustomerCommands customer={customer} />}
      {/* A select on phones: thirteen tabs would fill the screen before anything of the customer is visible. */}
      <div className={styles.tabs}>
        <Segments label={t('tabs.label')} value={tab} onChange={setTab} options={options} />
      </div>
      <div className={styles.tabList}>
        <Select label={t('tabs.label')} value={tab} onChange={setTab} options={options} />
      </div>
      <Tab customer={customer} />
    </>
  );
}
