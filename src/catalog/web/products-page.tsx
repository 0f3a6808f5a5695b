import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Card } from '#platform/web/ui/card.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { useOpenDialog } from '#platform/web/ui/use-dialog-address.ts';
import { withData } from '#platform/web/ui/with-data.ts';
import type { Promises } from '#positions/promises-contract.ts';
import { simulatedSubject } from '#positions/web/simulated.ts';
import { promisesQuery } from '#positions/web/promises-query.ts';
import type { Catalog } from '../contract.ts';
import { catalogQuery } from './data.ts';
import { dialogOf } from './dialog-of.ts';
import { ProductCards } from './product-cards.tsx';
import { ReferralTerms } from './referral-terms.tsx';
import { Simulator } from './simulator.tsx';
import { useSimulation } from './use-simulation.ts';

/** The products on offer, available at any time. */
export function ProductsPage() {
  const t = useTranslations('catalog');
  const catalog = useQuery(catalogQuery);
  const promises = useQuery(promisesQuery);
  const isWaiting = catalog.isPending || promises.isPending;
  return (
    <>
      <PageHeader title={t('products')} lead={t('lead')} />
      {/* Waits for both queries: the customer's own figures on a card would otherwise shift the cards below it. */}
      <QueryView
        query={withData(catalog, promises.isPending ? undefined : catalog.data)}
        waiting={<SkeletonRows rows={6} />}
      >
        {(known) => <Known catalog={known} promises={promises.data} />}
      </QueryView>
      {/* Waits too: the cards would push it down. */}
      {!isWaiting && (
        <Card title={t('referral.title')}>
          <ReferralTerms />
        </Card>
      )}
    </>
  );
}

function Known({ catalog, promises }: { catalog: Catalog; promises: Promises | undefined }) {
  const state = useSimulation(catalog);
  const open = useOpenDialog();
  return (
    <>
      <ProductCards catalog={catalog} promises={promises} />
      {state && (
        <Simulator
          state={state}
          onChoose={() => {
            state.keep();
            open(dialogOf[state.plan.product], simulatedSubject);
          }}
        />
      )}
    </>
  );
}
