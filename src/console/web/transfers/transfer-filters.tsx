import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#platform/web/ui/button.tsx';
import { Form } from '#platform/web/ui/form.tsx';
import { Select } from '#platform/web/ui/select.tsx';
import { TextField } from '#platform/web/ui/text-field.tsx';
import { DayField, noDay } from '../day-field.tsx';
import styles from './transfers.module.css';

export interface Asked {
  direction: '' | 'deposit' | 'withdrawal';
  currency: '' | 'brl' | 'usdt';
  /** An id. */
  customer: string;
  /** `2026-03-31`. */
  day: string;
}

export const nothingAsked: Asked = { direction: '', currency: '', customer: '', day: '' };

interface TransferFiltersProps {
  value: Asked;
  onChange: (asked: Asked) => void;
}

/** The search filters. Typed ones apply on submit, because each search is recorded as an action. */
export function TransferFilters({ value, onChange }: TransferFiltersProps) {
  const t = useTranslations('console.transfers');
  const [customer, setCustomer] = useState(value.customer);
  const [day, setDay] = useState(value.day);
  function search(): void {
    onChange({ ...value, customer: customer.trim(), day });
  }
  return (
    <Form className={styles.filters} onSubmit={search} role="search">
      <TextField
        label={t('customer')}
        value={customer}
        onChange={setCustomer}
        placeholder={t('customerHint')}
        maxLength={254}
        autoComplete="off"
      />
      <Select
        label={t('direction')}
        value={value.direction}
        onChange={(direction) => onChange({ ...value, direction })}
        options={[
          { value: '', label: t('every') },
          { value: 'deposit', label: t('directions.deposit') },
          { value: 'withdrawal', label: t('directions.withdrawal') },
        ]}
      />
      <Select
        label={t('currency')}
        value={value.currency}
        onChange={(currency) => onChange({ ...value, currency })}
        options={[
          { value: '', label: t('everyCurrency') },
          { value: 'brl', label: 'BRL' },
          { value: 'usdt', label: 'USDT' },
        ]}
      />
      <DayField label={t('day')} value={day} onChange={setDay} />
      <Button type="submit" disabled={day === noDay}>
        {t('search')}
      </Button>
    </Form>
  );
}
