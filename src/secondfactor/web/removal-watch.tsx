import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { withLazyMessages } from '#platform/web/i18n/lazy-messages.ts';
import { secondFactorQueries } from './data.ts';
import { readMailedArrival } from '#platform/web/mailed-arrival.ts';
import { later } from '#platform/web/loading/later.tsx';
import { FailedDialog } from '#platform/web/loading/failed-dialog.tsx';

const loadNotice = withLazyMessages(() => import('./removal-notice.tsx'));
const RemovalNotice = later(loadNotice, 'RemovalNotice');
const loadDialog = withLazyMessages(() => import('./lost-dialog.tsx'));
const LostDialog = later(loadDialog, 'LostDialog', FailedDialog);

/** Checks after the first paint whether a removal is pending. For nearly everybody it does nothing else. */
export function RemovalWatch() {
  const { data } = useQuery(secondFactorQueries.status);
  const [lost, setLost] = useLostArrival();
  if (!data?.Removal && lost === null) return null;
  return (
    <Suspense fallback={null}>
      {data?.Removal && <RemovalNotice status={data} />}
      {lost !== null && <LostDialog token={lost} onClose={() => setLost(null)} />}
    </Suspense>
  );
}

/** The token from the mailed link, taken once. */
function useLostArrival() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [lost, setLost] = useState<string | null>(null);
  const arrived = readMailedArrival(state)?.['second-key'] ?? null;
  if (arrived !== null && arrived !== lost) setLost(arrived);
  useEffect(() => {
    if (arrived !== null) void navigate({ pathname, search }, { replace: true, state: null });
  }, [arrived, navigate, pathname, search]);
  return [lost, setLost] as const;
}
