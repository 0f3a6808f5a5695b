import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { withLaterTexts } from '#platform/web/i18n/later-texts.ts';
import { secondKeyQueries } from './data.ts';

const loadNotice = withLaterTexts(() => import('./removal-notice.tsx'));
const RemovalNotice = lazy(() => loadNotice().then((module) => ({ default: module.RemovalNotice })));

/** Asks after the first paint whether a removal waits. For nearly everybody that is all there is to it. */
export function RemovalWatch() {
  const { data } = useQuery(secondKeyQueries.status);
  if (!data?.Removal) return null;
  return (
    <Suspense fallback={null}>
      <RemovalNotice status={data} />
    </Suspense>
  );
}
