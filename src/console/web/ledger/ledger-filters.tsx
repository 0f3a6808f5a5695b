import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { booksAccounts, type searchJournals } from '#console/ledger-contract.ts';
import { kindGroups } from '#console/kind-groups.ts';
import { knownKinds } from '#ledger/kinds.ts';
import { toDecimal, usd } from '#money/money.ts';
import { AmountField, useReadAmount, useWriteAmount } from '#money/web/amount-field.tsx';
import type { SentBodyOf } from '#platform/endpoint.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Form } from '#platform/web/ui/form.tsx';
import { Select } from '#platform/web/ui/select.tsx';
import { TextField } from '#platform/web/ui/text-field.tsx';
import { DayField, noDay } from '../day-field.tsx';
import { useKindName } from './kind-name.ts';
import { useAccountName } from './legs.tsx';
import styles from './ledger.module.css';

const names = ['customer', 'account', 'kind', 'from', 'until', 'reference', 'min', 'max'] as const;

/** As typed; an empty filter matches everything. */
export type Asked = Record<(typeof names)[number], string>;

export function askedOf(some: Partial<Asked>): Asked {
  return Object.fromEntries(names.map((name) => [name, some[name] ?? ''])) as Asked;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Builds the request. One field finds a journal by its key or by its reference. */
export function bodyOf({ reference, ...rest }: Asked): SentBodyOf<typeof searchJournals> {
  const about = reference && (uuid.test(reference) ? { reference: reference.toLowerCase() } : { key: reference });
  const said = Object.entries(rest).filter(([, value]) => value !== '');
  return { ...Object.fromEntries(said), ...(about && about) };
}

interface LedgerFiltersProps {
  value: Asked;
  onAsk: (asked: Asked) => void;
}

/** The search filters. They apply on submit, because each search is recorded as an action. */
export function LedgerFilters({ value, onAsk }: LedgerFiltersProps) {
  const t = useTranslations('console.ledger');
  const [read, write] = [useReadAmount(), useWriteAmount()];
  const shown = (decimal: string): string => (decimal === '' ? '' : write(usd(decimal)));
  const [typed, setTyped] = useState(() => ({ ...value, min: shown(value.min), max: shown(value.max) }));
  const [cleared, setCleared] = useState(0);
  const set = (name: keyof Asked) => (next: string) => setTyped((before) => ({ ...before, [name]: next }));
  /** As sent; null if it is not an amount. */
  const sent = (amount: string): string | null => {
    if (amount.trim() === '') return '';
    const said = read(amount);
    return said === null ? null : toDecimal(said);
  };
  const [min, max] = [sent(typed.min), sent(typed.max)];
  const isWhole = min !== null && max !== null && ![typed.from, typed.until].includes(noDay);
  function submit(): void {
    if (!isWhole || min === null || max === null) return;
    const trimmed = Object.entries({ ...typed, min, max }).map(([name, said]) => [name, said.trim()]);
    onAsk(Object.fromEntries(trimmed) as Asked);
  }
  return (
    <Form className={styles.filters} onSubmit={submit} role="search">
      <TextField
        label={t('filter.customer')}
        value={typed.customer}
        onChange={set('customer')}
        maxLength={254}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
      />
      <Choices typed={typed} set={set} />
      {(['from', 'until'] as const).map((name) => (
        <DayField key={`${name} ${cleared}`} label={t(`filter.${name}`)} value={typed[name]} onChange={set(name)} />
      ))}
      <AmountField label={t('filter.min')} value={typed.min} onChange={set('min')} />
      <AmountField label={t('filter.max')} value={typed.max} onChange={set('max')} />
      <TextField
        label={t('filter.reference')}
        value={typed.reference}
        onChange={set('reference')}
        maxLength={200}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
      />
      <div className={styles.ways}>
        <Button kind="primary" type="submit" disabled={!isWhole}>
          {t('find')}
        </Button>
        <Button
          onClick={() => {
            setTyped(askedOf({}));
            setCleared(cleared + 1);
            onAsk(askedOf({}));
          }}
        >
          {t('all')}
        </Button>
      </div>
    </Form>
  );
}

interface ChoicesProps {
  typed: Asked;
  set: (name: keyof Asked) => (next: string) => void;
}

function Choices({ typed, set }: ChoicesProps) {
  const t = useTranslations('console.ledger');
  const [kindName, accountName] = [useKindName(), useAccountName()];
  const every = { value: '', label: t('filter.every') };
  return (
    <>
      <Select
        label={t('filter.account')}
        value={typed.account}
        onChange={set('account')}
        options={[every, ...booksAccounts.map((value) => ({ value, label: accountName(value) }))]}
      />
      <Select
        label={t('filter.kind')}
        value={typed.kind}
        onChange={set('kind')}
        options={[
          every,
          ...[...Object.keys(kindGroups), ...knownKinds].map((value) => ({ value, label: kindName(value) })),
        ]}
      />
    </>
  );
}
