import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { Select } from '#platform/web/ui/select.tsx';
import { SkeletonBlock } from '#platform/web/ui/skeleton.tsx';
import { operationsQueries } from './data.ts';
import styles from './filter-bar.module.css';
import type { OperationFilter } from './operation-filter.ts';
import { isReversed } from '#platform/clock.ts';
import { useAssetName } from '#payouts/web/use-asset-name.ts';
import { DateField } from '#platform/web/ui/later-date-field.ts';

interface FilterBarProps {
  filter: OperationFilter;
  onChange: (changes: Partial<OperationFilter>) => void;
}

/** The filter for the list of operations (H2). */
export function FilterBar({ filter, onChange }: FilterBarProps) {
  const t = useTranslations('operations.filters');
  const assetNameOf = useAssetName();
  const { data: known = [] } = useQuery(operationsQueries.assets);
  // An asset named by a shared link is offered even before, or without, being known.
  const assets = [...new Set([...known, ...(filter.asset ? [filter.asset] : [])])];
  return (
    <div className={styles.bar} role="group" aria-label={t('title')}>
      <Suspense fallback={<SkeletonBlock height="small" />}>
        <DateField label={t('start')} value={filter.start} onChange={(start) => onChange({ start })} />
      </Suspense>
      <Suspense fallback={<SkeletonBlock height="small" />}>
        <DateField
          label={t('end')}
          value={filter.end}
          onChange={(end) => onChange({ end })}
          error={isReversed(filter) && t('reversed')}
        />
      </Suspense>
      <Select
        label={t('asset')}
        value={filter.asset ?? ''}
        options={[
          { value: '', label: t('all') },
          ...assets.map((asset) => ({ value: asset, label: assetNameOf(asset) })),
        ]}
        onChange={(asset) => onChange({ asset: asset || null })}
      />
    </div>
  );
}
