import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Select } from '#platform/web/ui/select.tsx';
import { stakeOrders, stakeStates } from '../stake-list.ts';
import { stakesQueries } from './data.ts';
import styles from './filter-bar.module.css';
import type { StakeFilter } from './stake-filter.ts';

interface FilterBarProps {
  filter: StakeFilter;
  onChange: (changes: Partial<StakeFilter>) => void;
}

const anyPeriod = 'any';

/** Filters and orders the list of stakes. Periods are those on offer, and the one in the address. */
export function FilterBar({ filter, onChange }: FilterBarProps) {
  const t = useTranslations('stakes.filters');
  const days = useTranslations('stakes');
  const offer = useQuery(stakesQueries.offer);
  const offered = offer.data?.Periods.map(({ Days }) => String(Days)) ?? [];
  const periods = [...new Set([...offered, ...(filter.days === null ? [] : [filter.days])])];
  return (
    <div className={styles.bar} role="group" aria-label={t('title')}>
      <Select
        label={t('status')}
        value={filter.status}
        options={stakeStates.map((value) => ({ value, label: t(value) }))}
        onChange={(status) => onChange({ status })}
      />
      <Select
        label={t('period')}
        value={filter.days ?? anyPeriod}
        options={[
          { value: anyPeriod, label: t('anyPeriod') },
          ...periods.map((value) => ({ value, label: days('days', { days: Number(value) }) })),
        ]}
        onChange={(value) => onChange({ days: value === anyPeriod ? null : value })}
      />
      <Select
        label={t('order')}
        value={filter.order}
        options={stakeOrders.map((value) => ({ value, label: t(value) }))}
        onChange={(order) => onChange({ order })}
      />
    </div>
  );
}
