import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type Micros, toDecimal, usd } from '#money/money.ts';
import { AmountField, useReadAmount, useWriteAmount } from '#money/web/amount-field.tsx';
import { Select } from '#platform/web/ui/select.tsx';
import { SkeletonBlock } from '#platform/web/ui/skeleton.tsx';
import { progressOrders, statusFilters } from '../contract.ts';
import styles from './filter-bar.module.css';
import { type InvestmentFilter, isUpsideDown } from './investment-filter.ts';
import { DateField } from '#platform/web/ui/later-date-field.ts';
import { Form } from '#platform/web/ui/form.tsx';

interface FilterBarProps {
  filter: InvestmentFilter;
  onChange: (changes: Partial<InvestmentFilter>) => void;
}

/** Filters and orders the list of investments (V1). */
export function FilterBar({ filter, onChange }: FilterBarProps) {
  const t = useTranslations('primevault.filters');
  return (
    <div className={styles.bar} role="group" aria-label={t('title')}>
      <Suspense fallback={<SkeletonBlock height="small" />}>
        <DateField label={t('start')} value={filter.start} onChange={(start) => onChange({ start })} />
      </Suspense>
      <Select
        label={t('status')}
        value={filter.status}
        options={statusFilters.map((value) => ({ value, label: t(value) }))}
        onChange={(status) => onChange({ status })}
      />
      <AmountFilter label={t('min')} value={filter.min} onChange={(min) => onChange({ min })} />
      <AmountFilter
        label={t('max')}
        value={filter.max}
        onChange={(max) => onChange({ max })}
        error={isUpsideDown(filter) && t('reversed')}
      />
      <div className={styles.order}>
        <Select
          label={t('order')}
          value={filter.order}
          options={progressOrders.map((value) => ({ value, label: t(value) }))}
          onChange={(order) => onChange({ order })}
        />
      </div>
    </div>
  );
}

interface AmountFilterProps {
  label: string;
  /** A decimal in USD. */
  value: string | null;
  onChange: (value: string | null) => void;
  error?: string | false;
}

/** Free text, applied on blur or Enter; what is no amount filters nothing, and stays for its writer to see. */
function AmountFilter({ label, value, onChange, error }: AmountFilterProps) {
  const read = useReadAmount();
  const write = useWriteAmount();
  // The text being typed; null while the field shows the value in the URL.
  const [draft, setDraft] = useState<string | null>(null);
  const typed = draft ?? (value === null ? '' : write(usd(value)));

  function take(amount: Micros | null) {
    const next = amount === null ? null : toDecimal(amount, 0);
    if (next !== value) onChange(next);
    if (amount !== null || typed.trim() === '') setDraft(null);
  }
  function submit() {
    take(read(typed));
  }
  return (
    <Form className={styles.amount} onSubmit={submit}>
      <AmountField label={label} value={typed} onChange={setDraft} onLeave={take} error={error} />
    </Form>
  );
}
