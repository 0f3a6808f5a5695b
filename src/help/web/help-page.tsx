import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Brand } from '#platform/web/brand/brand.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { useDate } from '#platform/web/ui/date-time.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { Skeleton, SkeletonBlock, SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { Contents } from './contents.tsx';
import { type Figures, helpQueries } from './data.ts';
import { FeesSection } from './fees-section.tsx';
import styles from './help-page.module.css';
import { HelpTexts } from './help-texts.tsx';
import { LimitsSection } from './limits-section.tsx';
import { ProductsSection } from './products-section.tsx';
import { QuestionsSection } from './questions-section.tsx';
import { RatesSection } from './rates-section.tsx';
import { ReferralsSection } from './referrals-section.tsx';
import { RisksSection } from './risks-section.tsx';
import { SupportSection } from './support-section.tsx';
import { TermsSection } from './terms-section.tsx';
import { TimesSection } from './times-section.tsx';
import { useHashTarget } from './use-hash-target.ts';
import { useUnfoldedPrint } from './use-unfolded-print.ts';

/** Date and time of the figures, for readers of a printout. */
const moment = { day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const;

/** Support, fees, limits, times and terms on one page; every figure is the one that the server uses now (G4). */
export function HelpPage() {
  const t = useTranslations('help');
  return (
    <HelpTexts
      waiting={
        <>
          <PageHeader title={t('title')} lead={t('lead')} />
          <Waiting />
        </>
      }
    >
      <Content />
    </HelpTexts>
  );
}

function Content() {
  const t = useTranslations();
  const page = useRef<HTMLDivElement>(null);
  const figures = useQuery(helpQueries.figures);
  useUnfoldedPrint(page);
  return (
    <>
      <div className={styles.letterhead}>
        <Brand />
      </div>
      <PageHeader
        title={t('help.title')}
        lead={t('help.lead')}
        action={<Button onClick={() => window.print()}>{t('helpPage.print')}</Button>}
      />
      <div ref={page} className={styles.page}>
        <Contents />
        <div className={styles.sections}>
          <SupportSection />
          <QueryView query={figures} waiting={<Waiting />}>
            {(known) => <Known figures={known} readAt={figures.dataUpdatedAt} />}
          </QueryView>
        </div>
      </div>
    </>
  );
}

function Known({ figures, readAt }: { figures: Figures; readAt: number }) {
  const t = useTranslations('helpPage');
  const date = useDate();
  useHashTarget();
  return (
    <>
      <FeesSection {...figures} />
      <LimitsSection {...figures} />
      <RatesSection {...figures} />
      <ProductsSection {...figures} />
      <ReferralsSection {...figures} />
      <TimesSection />
      <QuestionsSection {...figures} />
      <TermsSection {...figures} />
      <RisksSection />
      <p className={styles.quiet}>{t('asOf', { date: date(new Date(readAt).toISOString(), moment) })}</p>
    </>
  );
}

function Waiting() {
  return (
    <Skeleton>
      <SkeletonBlock height="large" />
      <SkeletonRows rows={6} />
    </Skeleton>
  );
}
