import { useQuery } from '@tanstack/react-query';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import type { Catalog } from '../contract.ts';
import { catalogQuery } from './data.ts';
import { FirstSteps } from './first-steps.tsx';
import styles from './first-visit.module.css';
import { ProductCards } from './product-cards.tsx';
import { Simulator } from './simulator.tsx';
import { useSimulation } from './use-simulation.ts';

interface FirstVisitProps {
  /** USD; undefined until loaded. */
  balance: number | undefined;
}

/** Shown instead of figures that would all be zero: two steps, a simulation, and the products to choose from (G1). */
export function FirstVisit({ balance }: FirstVisitProps) {
  return (
    <div className={styles.room}>
      <QueryView query={useQuery(catalogQuery)} waiting={<SkeletonRows rows={6} />}>
        {(catalog) => <Known catalog={catalog} balance={balance} />}
      </QueryView>
    </div>
  );
}

function Known({ catalog, balance }: FirstVisitProps & { catalog: Catalog }) {
  const state = useSimulation(catalog);
  return (
    <div className={styles.parts}>
      <FirstSteps balance={balance} state={state} minimum={catalog.Minimums.Deposit} />
      {state && <Simulator state={state} />}
      <ProductCards catalog={catalog} />
    </div>
  );
}
