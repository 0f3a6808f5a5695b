import { useTranslations } from 'use-intl';
import { type FindingAnswer, findingStates, readDoctor } from '#console/doctor-contract.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import { column } from '../columns.tsx';
import shared from '../shared.module.css';
import { useStaffQuery } from '../use-staff-query.ts';
import styles from './doctor.module.css';

const tones = { wrong: 'bad', warning: 'running', unknown: 'neutral', ok: 'good' } as const;

/** What `lastro doctor` finds, worst first; read only. */
export function DoctorPage() {
  const t = useTranslations('consoleLater.doctor');
  const report = useStaffQuery(readDoctor, {}, { isLook: true });
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        action={
          <Button isWorking={report.isFetching} onClick={() => void report.refetch()}>
            {t('again')}
          </Button>
        }
      />
      <QueryView query={report} waiting={<SkeletonRows />}>
        {({ At, Findings }) => (
          <div className={shared.parts}>
            <p className={styles.counts}>
              {findingStates.map((state) => (
                <StatusBadge key={state} tone={tones[state]}>
                  {t('counted', {
                    state: t(`states.${state}`),
                    count: Findings.filter(({ State }) => State === state).length,
                  })}
                </StatusBadge>
              ))}
              <span className={styles.about}>
                <DateTime value={At} show="minute" />
              </span>
            </p>
            <FindingTable findings={Findings} />
          </div>
        )}
      </QueryView>
    </>
  );
}

function FindingTable({ findings }: { findings: readonly FindingAnswer[] }) {
  const t = useTranslations('consoleLater.doctor');
  const rows = findings
    .map((finding, at) => ({ ...finding, key: String(at) }))
    .toSorted((one, other) => findingStates.indexOf(one.State) - findingStates.indexOf(other.State));
  const columns: Column<(typeof rows)[number]>[] = [
    column(
      t('check'),
      ({ Check, About }) => (
        <>
          <span>{Check}</span>
          <span className={styles.about}>{About}</span>
        </>
      ),
      'title',
    ),
    column(t('state'), ({ State }) => <StatusBadge tone={tones[State]}>{t(`states.${State}`)}</StatusBadge>, 'main'),
    column(t('found'), ({ Said, Remedy }) => (
      <span className={styles.found}>
        <span>{Said}</span>
        {Remedy && <strong>{Remedy}</strong>}
      </span>
    )),
  ];
  return <Table caption={t('title')} columns={columns} rows={rows} rowKey={({ key }) => key} />;
}
