import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Card } from '#platform/web/ui/card.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { useOpenDialog } from '#platform/web/ui/use-dialog-address.ts';
import type { Catalog } from '../contract.ts';
import { catalogQuery } from './data.ts';
import { dialogOf } from './dialog-of.ts';
import { ProductCards } from './product-cards.tsx';
import { ReferralTerms } from './referral-terms.tsx';
import { Simulator } from './simulator.tsx';
import { useSimulation } from './use-simulation.ts';

/** What there is to choose from, at any time. */
export function ProductsPage() {
  const t = useTranslations('catalog');
  return (
    <>
      <PageHeader title={t('products')} lead={t('lead')} />
      <QueryView query={useQuery(catalogQuery)} waiting={<SkeletonRows rows={6} />}>
        {(catalog) => <Known catalog={catalog} />}
      </QueryView>
      <Card title={t('referral.title')}>
        <ReferralTerms />
      </Card>
    </>
  );
}

function Known({ catalog }: { catalog: Catalog }) {
  const state = useSimulation(catalog);
  const open = useOpenDialog();
  return (
    <>
      <ProductCards catalog={catalog} />
      {state && (
        <Simulator
          state={state}
          onChoose={() => {
            state.keep();
            open(dialogOf[state.plan.product]);
          }}
        />
      )}
    </>
  );
}
