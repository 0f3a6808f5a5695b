import { Suspense } from 'react';
import { withLazyMessages } from '#platform/web/i18n/lazy-messages.ts';
import { later } from '#platform/web/loading/later.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import type { PayoutProduct } from '../contract.ts';

/** The record with its drawing and its words comes after whatever it stands in. */
const load = withLazyMessages(() => import('./record.tsx'));
const LaterCard = later(load, 'TitledRecord');
const LaterPart = later(load, 'RecordSection');

interface RecordProps {
  product: PayoutProduct;
}

/** A product's record among the cards of a page. */
export function RecordCard({ product }: RecordProps) {
  return (
    <Suspense fallback={<SkeletonRows />}>
      <LaterCard product={product} />
    </Suspense>
  );
}

/** The same in a dialog, before its confirm; from there until the answer it stands still. */
export function RecordPart({ product, isStill = false }: RecordProps & { isStill?: boolean }) {
  return (
    <Suspense fallback={<SkeletonRows />}>
      <LaterPart product={product} isStill={isStill} />
    </Suspense>
  );
}
