import { useTranslations } from 'use-intl';
import { whoTakesReports } from '#console/who-reads-the-books.ts';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { useViews } from '../filters.tsx';
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
  const offered: [View, ...View[]] = whoTakesReports.includes(Role) ? ['daily', 'liabilities', 'files'] : ['daily'];
  const [view, choice] = useViews(offered, t('which'), (each) => t(`views.${each}`));
  const Shown = views[view];
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} action={offered.length > 1 && choice} />
      <Shown />
    </>
  );
}
