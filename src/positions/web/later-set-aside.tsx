import { Suspense } from 'react';
import { withLazyMessages } from '#platform/web/i18n/lazy-messages.ts';
import { later, Nothing } from '#platform/web/loading/later.tsx';
import type { FixedProduct } from '../registry.ts';

const Later = later(
  withLazyMessages(() => import('./set-aside.tsx')),
  'SetAside',
  Nothing,
);

/** What is set aside for the customer comes after the list that it is about and stands below it, where it moves nothing; without it the list is whole. */
export function SetAside({ product }: { product: FixedProduct }) {
  return (
    <Suspense fallback={null}>
      <Later product={product} />
    </Suspense>
  );
}
