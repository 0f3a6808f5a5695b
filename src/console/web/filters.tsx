import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSearchParams } from 'react-router';
import { searchCustomers } from '#console/customers-contract.ts';
import { toDecimal, usd } from '#money/money.ts';
import { AmountField, useReadAmount, useWriteAmount } from '#money/web/amount-field.tsx';
import { messageOf } from '#platform/web/api-failure.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Form } from '#platform/web/ui/form.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { Segments } from '#platform/web/ui/segments.tsx';
import { Select } from '#platform/web/ui/select.tsx';
import { TextField } from '#platform/web/ui/text-field.tsx';
import { DayField, noDay } from './day-field.tsx';
import styles from './filters.module.css';
import { FoldedFilters } from './folded-filters.tsx';
import { callStaffPage, kept } from './queries.ts';

/** A filter of a list. What it says stands in the address: a customer by id, so that no name or address does. */
export type Filter = { name: string; label: string } & (
  | { kind: 'text' | 'day' | 'amount' | 'customer' }
  | { kind: 'choice'; options: readonly { value: string; label: string }[] }
);

/** What filters say, by name; what says nothing is left out. */
export type Asked = Readonly<Record<string, string>>;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const shapes = {
  text: /^.{1,254}$/u,
  day: /^\d{4}-\d{2}-\d{2}$/,
  amount: /^\d{1,12}(\.\d{1,6})?$/,
  customer: uuid,
} as const;

const isSaid = (filter: Filter, said: string): boolean =>
  filter.kind === 'choice' ? filter.options.some(({ value }) => value === said) : shapes[filter.kind].test(said);

const saying = (all: readonly (readonly [string, string])[]): Asked =>
  Object.fromEntries(all.filter(([, said]) => said !== ''));

/** What the address asks of these filters, and how to ask for something else; what is none of theirs stays. */
export function useAsked(filters: readonly Filter[]): [asked: Asked, ask: (next: Asked) => void] {
  const [search, setSearch] = useSearchParams();
  const asked = saying(
    filters.map((filter) => {
      const said = search.get(filter.name) ?? '';
      return [filter.name, isSaid(filter, said) ? said : ''];
    }),
  );
  const ask = (next: Asked) =>
    setSearch((before) => {
      const others = [...before].filter(([name]) => filters.every((filter) => filter.name !== name));
      return [...others, ...Object.entries(next)];
    });
  return [asked, ask];
}

/** Which of a few views is shown, by the address, and the choice between them; filters stay as they are. */
export function useViews<View extends string>(
  views: readonly [View, ...View[]],
  label: string,
  nameOf: (view: View) => string,
): [View, ReactNode] {
  const [search, setSearch] = useSearchParams();
  const view = views.find((each) => each === search.get('which')) ?? views[0];
  const show = (next: View) =>
    setSearch((before) => [...[...before].filter(([name]) => name !== 'which'), ['which', next]]);
  const options = views.map((value) => ({ value, label: nameOf(value) }));
  return [view, <Segments key="views" label={label} value={view} onChange={show} options={options} />];
}

interface FiltersProps {
  filters: readonly Filter[];
  asked: Asked;
  onAsk: (next: Asked) => void;
}

/**
 * The filters of a list: on a phone behind one button. They apply on submit and not while typing, because each search is recorded as an
 * action. A customer is found by name, phone, email or id; if several are, one is chosen.
 */
export function Filters(props: FiltersProps) {
  // What was asked for elsewhere, or by going back, stands in the fields.
  return <FilterForm key={JSON.stringify(props.asked)} {...props} />;
}

function FilterForm({ filters, asked, onAsk }: FiltersProps) {
  const t = useTranslations('console.list');
  const [read, write] = [useReadAmount(), useWriteAmount()];
  const [typed, setTyped] = useState<Asked>(() =>
    saying(
      filters.map(({ name, kind }) => {
        const said = asked[name] ?? '';
        return [name, kind === 'amount' && said !== '' ? write(usd(said)) : said];
      }),
    ),
  );
  const found = useMutation({
    mutationFn: (search: string) => callStaffPage(searchCustomers, { body: { search, limit: '10' } }),
    meta: { affects: [] },
  });
  /** As asked for; null while it cannot be. */
  const sent = ({ name, kind }: Filter): string | null => {
    const said = typed[name]?.trim() ?? '';
    if (said === noDay) return null;
    if (kind !== 'amount' || said === '') return said;
    const amount = read(said);
    return amount === null ? null : toDecimal(amount);
  };
  const whole = filters.map((filter) => [filter.name, sent(filter)] as const);
  const isWhole = whole.every(([, said]) => said !== null);
  const who = filters.find(({ kind }) => kind === 'customer')?.name ?? '';
  const ask = (customer = typed[who]?.trim() ?? '') =>
    onAsk(saying(whole.map(([name, said]) => [name, name === who ? customer : (said ?? '')])));
  function choose({ Id, Name }: { Id: string; Name: string }): void {
    kept.set(Id, Name);
    ask(Id);
  }
  function submit(): void {
    const search = typed[who]?.trim() ?? '';
    if (!isWhole || found.isPending) return;
    if (search === '' || uuid.test(search)) ask();
    else found.mutate(search, { onSuccess: ({ rows }) => rows.length === 1 && rows[0] && choose(rows[0]) });
  }
  return (
    <>
      <FoldedFilters isAsked={Object.keys(asked).length > 0}>
        <Form className={styles.filters} onSubmit={submit} role="search">
          {filters.map((filter) => (
            <FilterField
              key={filter.name}
              filter={filter}
              value={typed[filter.name] ?? ''}
              onChange={(value) => setTyped((before) => ({ ...before, [filter.name]: value }))}
            />
          ))}
          <div className={styles.ways}>
            <Button kind="primary" type="submit" disabled={!isWhole} isWorking={found.isPending}>
              {t('find')}
            </Button>
            <Button onClick={() => (Object.keys(asked).length > 0 ? onAsk({}) : setTyped({}))}>{t('all')}</Button>
          </div>
        </Form>
      </FoldedFilters>
      <div role="status">
        {found.error && <Notice tone="caution">{messageOf(found.error) ?? t('failed')}</Notice>}
        {found.data && found.data.rows.length !== 1 && (
          <Notice tone="caution">{t('found', { count: found.data.rows.length })}</Notice>
        )}
      </div>
      {found.data && found.data.rows.length > 1 && (
        <div className={styles.found}>
          {found.data.rows.map((row) => (
            <Button key={row.Id} size="small" onClick={() => choose(row)}>
              <bdi>{row.Name}</bdi> · <bdi>{row.Email}</bdi>
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

interface FilterFieldProps {
  filter: Filter;
  value: string;
  onChange: (value: string) => void;
}

function FilterField({ filter, ...field }: FilterFieldProps) {
  const t = useTranslations('console.list');
  const { label, kind } = filter;
  if (kind === 'day') return <DayField label={label} {...field} />;
  if (kind === 'amount') return <AmountField label={label} {...field} />;
  if (kind === 'choice')
    return <Select label={label} options={[{ value: '', label: t('every') }, ...filter.options]} {...field} />;
  const name = kept.get(field.value);
  return (
    <TextField
      label={label}
      hint={typeof name === 'string' && <bdi>{name}</bdi>}
      {...(kind === 'customer' && { placeholder: t('customerHint') })}
      dir="auto"
      maxLength={254}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      {...field}
    />
  );
}
