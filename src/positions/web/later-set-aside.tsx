import { Suspense } from 'react';
import { withLazyMessages } from '#platform/web/i18n/lazy-messages.ts';
import { later, Nothing } from '#platform/web/loading/later.tsx';
import type { FixedProduct } from '../registry.ts';

const Later = later(
  withLazyMessages(() => import('./set-aside.tsx')),
  'SetAside',
  Nothing,
);

/** What is set aside for the customer loads after its list and below it, where it shifts nothing; the list is complete without it. */
export function SetAside({ product }: { product: FixedProduct }) {
  return (
    <Suspense fallback={null}>
      <Later product={product} />
    </Suspense>
  );
}
