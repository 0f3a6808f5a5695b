import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { type Browser, browserNames, type System, systemNames } from '#auth/device.ts';
import { listSessions } from '#console/customer-lists-contract.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import { FormDialog } from '../commands/form-dialog.tsx';
import { useMay } from '../commands/use-command.ts';
import { useStaffQuery } from '../use-staff-query.ts';
import type { TabProps } from './customer-tabs.tsx';
import styles from './customers.module.css';

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
  const mayEnd = useMay()('customer end-session');
  const [ending, setEnding] = useState<string | null>(null);
  const device: Column<Machine> = {
    id: 'device',
    header: t('device'),
    place: 'title',
    cell: ({ Browser, System }) => deviceName(Browser, System) ?? t('unknown'),
  };
  const sessions = useStaffQuery(listSessions, { params: { id: customer.Id } }, { isLook: true });
  return (
    <QueryView query={sessions} waiting={<SkeletonRows />}>
      {({ Sessions: open, Devices }) => (
        <>
          <h2 className={styles.heading}>{t('openSessions')}</h2>
          {open.length === 0 ? (
            <EmptyState text={t('nothing')} />
          ) : (
            <Table
              caption={t('openSessions')}
              rows={open}
              rowKey={({ Id }) => Id}
              columns={[
                device,
                {
                  id: 'created',
                  header: t('start'),
                  cell: ({ Created }) => <DateTime value={Created} show="minute" />,
                },
                {
                  id: 'used',
                  header: t('lastUsed'),
                  cell: ({ LastUsed }) => <DateTime value={LastUsed} show="minute" />,
                },
                {
                  id: 'end',
                  header: t('endSession'),
                  place: 'action',
                  cell: ({ Id }) =>
                    mayEnd && (
                      <Button size="small" onClick={() => setEnding(Id)}>
                        {t('endSession')}
                      </Button>
                    ),
                },
              ]}
            />
          )}
          <h2 className={styles.heading}>{t('devices')}</h2>
          {Devices.length === 0 ? (
            <EmptyState text={t('nothing')} />
          ) : (
            <Table
              caption={t('devices')}
              rows={Devices}
              rowKey={({ Id }) => Id}
              columns={[
                device,
                {
                  id: 'first',
                  header: t('firstSeen'),
                  cell: ({ FirstSeen }) => <DateTime value={FirstSeen} show="minute" />,
                },
                {
                  id: 'last',
                  header: t('lastUsed'),
                  cell: ({ LastSeen }) => <DateTime value={LastSeen} show="minute" />,
                },
              ]}
            />
          )}
          {ending && (
            <FormDialog
              command="customer end-session"
              given={{ customer: customer.Email, session: ending }}
              isDangerous
              onClose={() => setEnding(null)}
            />
          )}
        </>
      )}
    </QueryView>
  );
}
