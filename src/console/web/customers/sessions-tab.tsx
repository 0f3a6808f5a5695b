import { useTranslations } from 'use-intl';
import { type Browser, browserNames, type System, systemNames } from '#auth/device.ts';
import { listSessions } from '#console/customer-lists-contract.ts';
import type { AnswerOf } from '#platform/endpoint.ts';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import type { Column } from '#platform/web/ui/table.tsx';
import { useRowCommands } from '../commands/row-commands.tsx';
import { useStaffQuery } from '../use-staff-query.ts';
import { TableOrNone } from '../list.tsx';
import type { TabProps } from './customer-tabs.tsx';
import styles from './customers.module.css';
import { column, momentColumn } from '../columns.tsx';

type Session = AnswerOf<typeof listSessions>['Sessions'][number];
type Device = AnswerOf<typeof listSessions>['Devices'][number];

interface Machine {
  Browser: string | null;
  System: string | null;
}

/** The name that the customer's own profile shows; browsers and systems unknown to this release appear as recorded. */
function deviceName(browser: string | null, system: string | null): string | null {
  const names = [
    browser && (browserNames[browser as Browser] ?? browser),
    system && (systemNames[system as System] ?? system),
  ].filter(Boolean);
  return names.length > 0 ? names.join(' · ') : null;
}

/** The customer's sessions and known devices. */
export function Sessions({ customer }: TabProps) {
  const t = useTranslations('console.customers');
  const end = useRowCommands<Session>(['customer end-session'], ({ Id: session }) => [
    { command: 'customer end-session', given: { customer: customer.Email, session }, label: t('endSession') },
  ]);
  const device: Column<Machine> = column(
    t('device'),
    ({ Browser, System }) => deviceName(Browser, System) ?? t('unknown'),
    'title',
  );
  const sessions = useStaffQuery(listSessions, { params: { id: customer.Id } }, { isLook: true });
  return (
    <QueryView query={sessions} waiting={<SkeletonRows />}>
      {({ Sessions: open, Devices }) => (
        <>
          <h2 className={styles.heading}>{t('openSessions')}</h2>
          <TableOrNone<Session>
            empty={t('nothing')}
            caption={t('openSessions')}
            rows={open}
            rowKey={({ Id }) => Id}
            columns={[
              device,
              momentColumn(t('start'), ({ Created }) => Created),
              momentColumn(t('lastUsed'), ({ LastUsed }) => LastUsed),
              ...end.columns,
            ]}
          />
          <h2 className={styles.heading}>{t('devices')}</h2>
          <TableOrNone<Device>
            empty={t('nothing')}
            caption={t('devices')}
            rows={Devices}
            rowKey={({ Id }) => Id}
            columns={[
              device,
              momentColumn(t('firstSeen'), ({ FirstSeen }) => FirstSeen),
              momentColumn(t('lastUsed'), ({ LastSeen }) => LastSeen),
            ]}
          />
          {end.form}
        </>
      )}
    </QueryView>
  );
}
