import { Suspense } from 'react';
import { withLazyMessages } from '#platform/web/i18n/lazy-messages.ts';
import { later } from '#platform/web/loading/later.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import type { PayoutProduct } from '../contract.ts';

/** The record loads lazily with its chart and messages, after its surroundings. */
const load = withLazyMessages(() => import('./record.tsx'));
const LaterCard = later(load, 'TitledRecord');
const LaterPart = later(load, 'RecordSection');

interface RecordProps {
  product: PayoutProduct;
}

/** A product's record as a card on a page. */
export function RecordCard({ product }: RecordProps) {
  return (
    <Suspense fallback={<SkeletonRows />}>
      <LaterCard product={product} />
    </Suspense>
  );
}

/** The record in a dialog, above the confirm button; from confirm to answer it is frozen. */
export function RecordPart({ product, isStill = false }: RecordProps & { isStill?: boolean }) {
  return (
    <Suspense fallback={<SkeletonRows />}>
      <LaterPart product={product} isStill={isStill} />
    </Suspense>
  );
}
