import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { isSegment } from '#announcements/segments.ts';
import { countCustomers } from '#console/announcements-contract.ts';
import { Notice } from '#platform/web/ui/notice.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { callStaff } from '../queries.ts';

/** The number of customers whom an announcement would reach, shown before it is asked for. */
export function ReachedCustomers({ segment: kind, country }: Readonly<Record<string, unknown>>) {
  const segment = kind === 'country' ? `country:${String(country)}` : String(kind);
  return isSegment(segment) && <Count segment={segment} />;
}

function Count({ segment }: { segment: string }) {
  const t = useTranslations('console.announcements');
  const count = useQuery({
    queryKey: [countCustomers.path, segment],
    queryFn: ({ signal }) => callStaff(countCustomers, { body: { segment } }, signal),
  });
  return (
    <QueryView query={count} waiting={<SkeletonRows rows={1} />}>
      {({ Customers }) => <Notice>{t('count', { count: Customers })}</Notice>}
    </QueryView>
  );
}
