import { useTranslations } from 'use-intl';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { Card } from '#platform/web/ui/card.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { Segments } from '#platform/web/ui/segments.tsx';
import { Skeleton, SkeletonBlock } from '#platform/web/ui/skeleton.tsx';
import { withData } from '#platform/web/ui/with-data.ts';
import { type EquityRange, equityRanges, rangeOf } from './equity-series.ts';
import { useEquity } from './use-equity.ts';
import { loadAfterFirstScreen } from '#platform/web/loading/after-first-screen.tsx';
import { later } from '#platform/web/loading/later.tsx';
import { withLazyMessages } from '#platform/web/i18n/lazy-messages.ts';

/** The chart and its texts load after the figures; its geometry is a separate chunk. */
const EquityFigure = later(loadAfterFirstScreen(withLazyMessages(() => import('./equity-figure.tsx'))), 'EquityFigure');

/** How the total developed, day by day (D5). Hidden from customers who never had anything. */
export function EquityCard() {
  const t = useTranslations('dashboard.equity');
  const [range, setRange] = useRange();
  const { query, series } = useEquity(range);
  if (series?.length === 0) return null;
  return (
    <Card title={t('title')} action={<RangeChoice range={range} onChange={setRange} />}>
      <QueryView query={withData(query, series)} waiting={<Waiting />}>
        {(days) => (
          <Suspense fallback={<Waiting />}>
            <EquityFigure key={days.length} series={days} />
          </Suspense>
        )}
      </QueryView>
    </Card>
  );
}

function RangeChoice({ range, onChange }: { range: EquityRange; onChange: (range: EquityRange) => void }) {
  const t = useTranslations('dashboard.equity');
  const options = equityRanges.map((days) => ({ value: days, label: t('days', { days }) }));
  return <Segments label={t('range')} options={options} value={range} onChange={onChange} />;
}

/** The range is in the URL, so that the back button works and a link shares the view. */
function useRange(): [EquityRange, (range: EquityRange) => void] {
  const [search, setSearch] = useSearchParams();
  function change(range: EquityRange) {
    setSearch((now) => {
      now.set('range', String(range));
      return now;
    });
  }
  return [rangeOf(search.get('range')), change];
}

function Waiting() {
  return (
    <Skeleton>
      <SkeletonBlock height="large" />
    </Skeleton>
  );
}
