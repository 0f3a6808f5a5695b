import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useUsd } from '#money/web/amount.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import type { FixedProduct } from '../registry.ts';
import { promisedOf, promisesQuery } from './promises-query.ts';

/** Shows what is set aside for the customer's running positions of a product; nothing if none is running. */
export function SetAside({ product }: { product: FixedProduct }) {
  const t = useTranslations('positions.setAside');
  const formatUsd = useUsd();
  const { data } = useQuery(promisesQuery);
  const own = promisedOf(data, product);
  return own && <Notice>{t('said', { promised: formatUsd(own.Shown), count: own.Running })}</Notice>;
}
