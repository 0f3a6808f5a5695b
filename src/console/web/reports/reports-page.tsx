import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { whoTakesReports } from '#console/who-reads-the-books.ts';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { Segments } from '#platform/web/ui/segments.tsx';
import { useMe } from '../use-me.ts';
import { DailySheet } from './daily-sheet.tsx';
import { Files } from './files.tsx';
import { Liabilities } from './liabilities.tsx';

const views = { daily: DailySheet, liabilities: Liabilities, files: Files } as const;
type View = keyof typeof views;

/** Printable reports: one day, liabilities day by day, and files for download. */
export function ReportsPage() {
  const t = useTranslations('console.reports');
  const { Role } = useMe();
  const [view, setView] = useState<View>('daily');
  const offered: View[] = whoTakesReports.includes(Role) ? ['daily', 'liabilities', 'files'] : ['daily'];
  const Shown = views[view];
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        action={
          offered.length > 1 && (
            <Segments
              label={t('which')}
              value={view}
              onChange={setView}
              options={offered.map((value) => ({ value, label: t(`views.${value}`) }))}
            />
          )
        }
      />
      <Shown />
    </>
  );
}
