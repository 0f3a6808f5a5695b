import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import type { listActions } from '#console/actions-contract.ts';
import type { AnswerOf } from '#platform/endpoint.ts';
import type words from '#console/messages/pt-BR.json';
import { Count } from '#platform/web/ui/count.tsx';
import type { Column } from '#platform/web/ui/table.tsx';
import { allButAdmin } from '#staff/roles.ts';
import { Sentence } from '../commands/sentence.tsx';
import { useMe } from '../use-me.ts';
import styles from './account.module.css';
import { column, momentColumn } from '../columns.tsx';

type Action = AnswerOf<typeof listActions>[number];
type Words = typeof words.account;
type Name = keyof Words['names'];
type Label = keyof Words['labels'];
type Said = keyof Words['values'];

interface Picked {
  /** Filters by this person. */
  onWho: (who: string) => void;
  /** Filters by this action. */
  onAction: (action: string) => void;
}

export function useActionColumns({ onWho, onAction }: Picked): Column<Action>[] {
  const t = useTranslations('console.account');
  return [
    column(t('number'), (row) => <Count value={Number(row.Number)} />),
    momentColumn(t('when'), ({ Happened }) => Happened, { place: 'aside' }),
    column(
      t('who'),
      ({ Who, From, StaffId }) => (
        <>
          <button type="button" className={styles.pick} title={t('onlyThis')} onClick={() => onWho(Who)}>
            <bdi>{Who}</bdi>
          </button>
          <span className={styles.from}>{StaffId ? <bdi>{From ?? t('carriedOn')}</bdi> : t('atTheMachine')}</span>
        </>
      ),
      'under',
    ),
    column(
      t('action'),
      ({ Action: action, Title, Request }) => (
        <>
          <button type="button" className={styles.pick} title={t('onlyThis')} onClick={() => onAction(action)}>
            <Called action={action} title={Title} />
          </button>
          {Request && (
            <Link to={`/approvals/${Request}`} className={styles.from ?? ''}>
              {t('byRequest')}
            </Link>
          )}
        </>
      ),
      'title',
    ),
    column(t('details'), (row) => <What row={row} />),
  ];
}

/** What an action is called, or its name in the log where it has no other. */
export function Called({ action, title }: { action: string; title: string | null }) {
  const t = useTranslations('console.account');
  const key = `names.${action as Name}` as const;
  const called = title ?? (t.has(key) ? t(key) : null);
  return called === null ? <code className={styles.code}>{action}</code> : <bdi>{called}</bdi>;
}

/** What was done: its sentence, or the action's details and the values before and after it. */
export function What({ row }: { row: Pick<Action, 'Sentence' | 'Details' | 'Was' | 'IsNow'> }) {
  return row.Sentence ? <Sentence parts={row.Sentence} /> : <Words row={row} />;
}

function Words({ row: { Details, Was, IsNow } }: { row: Pick<Action, 'Details' | 'Was' | 'IsNow'> }) {
  const t = useTranslations('console.account');
  const labelOf = (name: string) => {
    const key = `labels.${name as Label}` as const;
    return t.has(key) ? t(key) : name;
  };
  const changed = Was || IsNow ? [...new Set([...Object.keys(Was ?? {}), ...Object.keys(IsNow ?? {})])] : [];
  const details = Object.entries(Details);
  if (details.length === 0 && changed.length === 0) return null;
  return (
    <dl className={styles.what}>
      {details.map(([name, value]) => (
        <div key={name}>
          <dt>{labelOf(name)}</dt>
          <dd dir="auto">
            <Value name={name} value={String(value)} />
          </dd>
        </div>
      ))}
      {changed.map((name) => (
        <div key={`changed ${name}`}>
          <dt>{labelOf(name)}</dt>
          <dd>{t('changed', { was: String(Was?.[name] ?? '–'), isNow: String(IsNow?.[name] ?? '–') })}</dd>
        </div>
      ))}
    </dl>
  );
}

/**
 * Customers are recorded by id only. For roles that may see customers the id links to their page, and opening that is recorded as a look.
 */
function Value({ name, value }: { name: string; value: string }) {
  const t = useTranslations('console');
  const seesCustomers = allButAdmin.includes(useMe().Role);
  const key = name === 'what' ? partOf(value) : (`account.values.${value as Said}` as const);
  if (worded.has(name) && t.has(key)) return t(key);
  if (counted.has(name)) return <Count value={Number(value)} />;
  if (!seesCustomers || (name !== 'customer' && name !== 'customers')) return value;
  const ids = value.split(' ');
  if (!ids.every((id) => isId.test(id))) return value;
  return ids.map((id) => (
    <Link key={id} to={`/customers/${id}`} className={styles.id ?? ''}>
      {id}
    </Link>
  ));
}

/** Details whose values are a few words of the program. */
const worded: ReadonlySet<string> = new Set(['why', 'how', 'device', 'factor', 'which', 'by', 'what']);
const counted: ReadonlySet<string> = new Set(['rows', 'found', 'sessions', 'imports']);

/** What was looked at is called as on its screen; by default it is a part of a customer's page. */
const parts = {
  page: 'customers.tabs.overview',
  customer: 'customers.tabs.cases',
  explanation: 'customers.whyLead',
  alert: 'cases.alert',
  alerts: 'cases.views.alerts',
  case: 'cases.case',
  overview: 'treasury.title',
  awards: 'treasury.toCome.title',
  codes: 'promocodes.title',
  corrections: 'privacy.waiting',
  accepted: 'rates.history',
  guard: 'rates.bounds',
} as const;
const partOf = (what: string) =>
  Object.hasOwn(parts, what) ? parts[what as keyof typeof parts] : (`customers.tabs.${what as 'notes'}` as const);

const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
