import { useTranslations } from 'use-intl';
import { previewFile } from '#console/feeds-contract.ts';
import type { StaffRequestAnswer } from '#console/contract.ts';
import { dateOrders } from '#payouts/date-orders.ts';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import type { TradedProduct } from '#positions/registry.ts';
import { useStaffQuery } from '../use-staff-query.ts';
import { FeedView } from './feed-view.tsx';

/** Shows those deciding on an import what its file would do if imported now. */
export function FileOfRequest({ request }: { request: StaffRequestAnswer }) {
  const t = useTranslations('console.operations');
  // The page that makes these requests offers no other products.
  const product = request.Params['product'] as TradedProduct;
  const dates = dateOrders.find((each) => each === request.Params['dates']);
  const file = useStaffQuery(previewFile, {
    params: { id: request.Params['file'] ?? '' },
    query: { product, ...(dates && { dates }) },
  });
  return (
    <QueryView query={file} waiting={<SkeletonRows rows={3} />}>
      {({ Name, Preview }) => (
        <section aria-label={t('file')}>
          <p>
            <bdi>{Name}</bdi>
          </p>
          <FeedView preview={Preview} />
        </section>
      )}
    </QueryView>
  );
}
