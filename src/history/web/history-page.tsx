import { type ReactNode, Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { Card } from '#platform/web/ui/card.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { SkeletonBlock } from '#platform/web/ui/skeleton.tsx';
import { BonusTab, DepositsTab, OperationsTab, ResidualTab, WithdrawalsTab } from './event-tabs.tsx';
import { type Product, products, registry } from '#positions/registry.ts';
import { type HistoryTab, type PositionTab as PositionTabName, type ScreenTab, screenTabs } from '../tabs.ts';
import type { ReadPositions } from './data.ts';
import { type Days, type HistoryFilter, readFilter } from './history-filter.ts';
import { writeFilter } from '#platform/web/address-filter.ts';
import styles from './history-page.module.css';
import { PositionTab } from './position-tab.tsx';
import { loadReceipt, StatementTab } from './statement-tab.tsx';
import { useReceiptAddress } from './use-receipt-address.ts';
import { isReversed } from '#platform/clock.ts';
import { DateField } from '#platform/web/ui/later-date-field.ts';
import { later } from '#platform/web/loading/later.tsx';
import { YearsCard } from '#yearly-statement/web/years-card.tsx';
import { FailedDialog } from '#platform/web/loading/failed-dialog.tsx';

const ReceiptDialog = later(loadReceipt, 'ReceiptDialog', FailedDialog);

/** Reads the list of positions of each product. */
export type PositionLists = Record<Product, ReadPositions>;

const tabs: Record<Exclude<HistoryTab, PositionTabName>, (days: Days) => ReactNode> = {
  operations: (days) => <OperationsTab days={days} />,
  deposits: (days) => <DepositsTab days={days} />,
  withdrawals: (days) => <WithdrawalsTab days={days} />,
  bonus: (days) => <BonusTab days={days} />,
  residual: (days) => <ResidualTab days={days} />,
  statement: (days) => <StatementTab days={days} />,
};

/** Everything that happened, by kind and by day (H1). */
export function HistoryPage({ positions }: { positions: PositionLists }) {
  const t = useTranslations('history');
  const [search, setSearch] = useSearchParams();
  const filter = readFilter(search);
  const { tab, start, end } = filter;
  const change = (changes: Partial<HistoryFilter>) =>
    setSearch((before) => writeFilter(before, { ...readFilter(before), ...changes }));
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <TabLinks search={search} current={tab} />
      {tab === 'yearly' ? (
        <YearsCard />
      ) : (
        <Card title={t(`tabs.${tab}`)}>
          <DaysBar days={{ start, end }} onChange={change} />
          <div key={tab} className={styles.list}>
            <TabContent tab={tab} days={{ start, end }} positions={positions} />
          </div>
        </Card>
      )}
      <OpenReceipt />
    </>
  );
}

interface TabContentProps {
  tab: HistoryTab;
  days: Days;
  positions: PositionLists;
}

function TabContent({ tab, days, positions }: TabContentProps) {
  const product = products.find((each) => registry[each].history.tab === tab);
  if (product) return <PositionTab product={product} read={positions[product]} days={days} />;
  return tabs[tab as keyof typeof tabs](days);
}

/** Opens over any history; its address alone is enough to open it. */
function OpenReceipt() {
  const { id, close } = useReceiptAddress();
  if (id === null) return null;
  return (
    <Suspense fallback={null}>
      <ReceiptDialog id={id} onClose={close} />
    </Suspense>
  );
}

/** Links, because each history has an address: back returns to the previous one. */
function TabLinks({ search, current }: { search: URLSearchParams; current: ScreenTab }) {
  const t = useTranslations('history');
  return (
    <nav aria-label={t('title')} className={styles.frame}>
      <ul className={styles.tabs}>
        {screenTabs.map((tab) => (
          <li key={tab}>
            <Link
              to={{ search: writeFilter(search, { ...readFilter(search), tab }).toString() }}
              className={styles.tab ?? ''}
              {...(tab === current && { 'aria-current': 'page' as const, ref: bringIntoSight })}
            >
              {t(`tabs.${tab}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** On a phone the tabs are wider than the page, so the current one is scrolled into view. */
function bringIntoSight(link: HTMLElement | null): void {
  link?.scrollIntoView({ block: 'nearest', inline: 'center' });
}

function DaysBar({ days, onChange }: { days: Days; onChange: (days: Partial<Days>) => void }) {
  const t = useTranslations('history.filters');
  return (
    <div className={styles.days} role="group" aria-label={t('title')}>
      <Suspense fallback={<SkeletonBlock height="small" />}>
        <DateField label={t('start')} value={days.start} onChange={(start) => onChange({ start })} />
      </Suspense>
      <Suspense fallback={<SkeletonBlock height="small" />}>
        <DateField
          label={t('end')}
          value={days.end}
          onChange={(end) => onChange({ end })}
          error={isReversed(days) && t('reversed')}
        />
      </Suspense>
      {(days.start ?? days.end) !== null && (
        <div className={styles.clear}>
          <Button onClick={() => onChange({ start: null, end: null })}>{t('clear')}</Button>
        </div>
      )}
    </div>
  );
}
