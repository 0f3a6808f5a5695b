import { useQuery, queryOptions } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useUsd } from '#money/web/amount.tsx';
import { callApi } from '#platform/web/api.ts';
import { Notice } from '#platform/web/ui/notice.tsx';
import { readPromises } from '../promises-contract.ts';
import type { FixedProduct } from '../registry.ts';

const promisesQuery = queryOptions({
  queryKey: ['positions', 'promises'],
  queryFn: ({ signal }) => callApi(readPromises, {}, { signal }),
});

/** What is set aside for the customer's running positions of a product; nothing where none runs. */
export function SetAside({ product }: { product: FixedProduct }) {
  const t = useTranslations('positions.setAside');
  const formatUsd = useUsd();
  const { data } = useQuery(promisesQuery);
  const own = data?.Products.find(({ Product }) => Product === product);
  // What the books did not hold is not said to be there.
  if (!own || own.Running === 0 || data === undefined || data.SetAside < own.Promised) return null;
  return <Notice>{t('said', { promised: formatUsd(own.Shown), count: own.Running })}</Notice>;
}
