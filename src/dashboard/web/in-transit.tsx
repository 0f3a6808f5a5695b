import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Amount } from '#money/web/amount.tsx';
import { callApi } from '#platform/web/api.ts';
import { ExplainedFigure } from '#platform/web/ui/explained-figure.tsx';
import { readMoneyUnderWay } from '#wallet/under-way-contract.ts';
import styles from './in-transit.module.css';

const soonMs = 3_000;

const underWay = queryOptions({
  queryKey: ['wallet', 'under-way'],
  queryFn: ({ signal }) => callApi(readMoneyUnderWay, {}, { signal }),
  refetchInterval: ({ state }) => (state.data && state.data.Leaving + state.data.Arriving > 0 ? soonMs : false),
});

/** Money in no product and no balance: on its way to the brokerage or from it. Renders nothing if there is none. */
export function InTransit() {
  const t = useTranslations('maturities.transit');
  const { data } = useQuery(underWay);
  if (!data || data.Leaving + data.Arriving === 0) return null;
  return (
    <dl className={styles.transit} aria-label={t('title')}>
      {data.Leaving > 0 && (
        <div>
          <dt>{t('leaving')}</dt>
          <dd>
            <ExplainedFigure figure="held" name={t('leaving')}>
              <Amount value={data.Leaving} />
            </ExplainedFigure>
          </dd>
          <dd className={styles.note}>{t('leavingNote')}</dd>
        </div>
      )}
      {data.Arriving > 0 && (
        <div>
          <dt>{t('arriving')}</dt>
          <dd>
            <Amount value={data.Arriving} />
          </dd>
          <dd className={styles.note}>{t('arrivingNote')}</dd>
        </div>
      )}
    </dl>
  );
}
