import { useTranslations } from 'use-intl';
import { useState } from 'react';
import { Amount, useUsd } from '#money/web/amount.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { DateTime, useDate } from '#platform/web/ui/date-time.tsx';
import { ExplainedFigure } from '#platform/web/ui/explained-figure.tsx';
import { usePercent } from '#platform/web/ui/percent.tsx';
import { Progress } from '#platform/web/ui/progress.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import { PositionStatus } from '#positions/web/position-status.tsx';
import type { Stake } from '../contract.ts';
import { groupStakes, type StakeGroup, totalsOf } from './group-stakes.ts';
import styles from './stake-table.module.css';

interface StakeTableProps {
  stakes: readonly Stake[];
  onCancel: (id: string) => void;
}

/** Equal stakes of a day are one row, which opens on demand: their own rows then follow it. */
export function StakeTable({ stakes, onCancel }: StakeTableProps) {
  const t = useTranslations('stakes.list');
  const [opened, setOpened] = useState<readonly string[]>([]);
  const toggle = (key: string) =>
    setOpened((now) => (now.includes(key) ? now.filter((each) => each !== key) : [...now, key]));
  const groups = groupStakes(stakes, useDate());
  const rows = groups.flatMap((group): StakeGroup[] =>
    group.length > 1 && opened.includes(keyOf(group)) ? [group, ...group.map((stake): StakeGroup => [stake])] : [group],
  );
  const columns = useColumns({ onCancel, opened, onToggle: toggle, groups });
  return <Table caption={t('title')} columns={columns} rows={rows} rowKey={keyOf} />;
}

/** Of the oldest, which stays the same while newer ones join; a group and its only stake differ. */
function keyOf(group: StakeGroup): string {
  return `${group.at(-1)?.Id}${group.length > 1 ? ' and more' : ''}`;
}

interface Acts {
  onCancel: (id: string) => void;
  opened: readonly string[];
  onToggle: (key: string) => void;
  groups: readonly StakeGroup[];
}

function useColumns({ onCancel, opened, onToggle, groups }: Acts): Column<StakeGroup>[] {
  const t = useTranslations('stakes.list');
  const days = useTranslations('stakes');
  const formatUsd = useUsd();
  return [
    {
      id: 'start',
      header: t('start'),
      place: 'title',
      cell: ([stake]) => <DateTime value={stake.Start} show="short" />,
    },
    {
      id: 'duration',
      header: t('duration'),
      place: 'under',
      cell: ([stake]) => <span className={styles.together}>{days('days', { days: stake.Days })}</span>,
    },
    {
      id: 'status',
      header: t('status'),
      place: 'aside',
      cell: ([stake]) => <PositionStatus product="stake" status={stake.Status} />,
    },
    { id: 'amount', header: t('amount'), place: 'main', align: 'end', cell: (group) => <Amounts group={group} /> },
    { id: 'profit', header: t('profit'), align: 'end', cell: (group) => <Profit group={group} /> },
    {
      id: 'progress',
      header: t('progress'),
      cell: (group) => (
        <Progress label={t('progressOf', { amount: formatUsd(group[0].Amount) })} value={totalsOf(group).progress} />
      ),
    },
    { id: 'return', header: t('return'), align: 'end', cell: (group) => <Return group={group} /> },
    {
      id: 'action',
      header: t('action'),
      place: 'action',
      cell: (group) => {
        const [stake] = group;
        if (group.length > 1)
          return <OpenButton group={group} isOpen={opened.includes(keyOf(group))} onToggle={onToggle} />;
        return stake.Status === 'in_progress' && <CancelButton {...{ stake, groups, onCancel }} />;
      },
    },
  ];
}

function Amounts({ group: [stake, ...others] }: { group: StakeGroup }) {
  const t = useTranslations('stakes.list');
  const amount = <Amount value={stake.Amount} />;
  if (others.length === 0) return amount;
  return (
    <span className={styles.together}>{t.rich('together', { count: others.length + 1, amount: () => amount })}</span>
  );
}

/** What a single stake earned is explained; a group's sum is, by its stakes. */
function Profit({ group }: { group: StakeGroup }) {
  const t = useTranslations('stakes.list');
  const amount = <Amount value={totalsOf(group).profit} tone="change" />;
  if (group.length > 1) return amount;
  return (
    <ExplainedFigure figure="stake" of={group[0].Id} name={t('profit')}>
      {amount}
    </ExplainedFigure>
  );
}

function Return({ group }: { group: StakeGroup }) {
  const t = useTranslations('stakes.list');
  const percent = usePercent();
  const [stake] = group;
  return (
    <span className={styles.return}>
      <Amount value={totalsOf(group).back} />
      <span className={styles.when}>
        {stake.Status === 'canceled'
          ? t('returned')
          : t.rich('returnsOn', { date: () => <DateTime value={stake.End} show="short" /> })}
      </span>
      {stake.TaxRate !== undefined && stake.Status !== 'canceled' && (
        <span className={styles.when}>{t('afterTax', { rate: percent(stake.TaxRate) })}</span>
      )}
    </span>
  );
}

/** Says which stakes are meant, as nothing else on the page does. */
function useWhich(): (stake: Stake) => string {
  const t = useTranslations('stakes');
  const formatUsd = useUsd();
  const date = useDate();
  return ({ Amount: amount, Days, Start }) =>
    t('list.which', { amount: formatUsd(amount), days: t('days', { days: Days }), start: date(Start) });
}

function OpenButton({ group, isOpen, onToggle }: { group: StakeGroup; isOpen: boolean; onToggle: Acts['onToggle'] }) {
  const t = useTranslations('stakes.list');
  const said = { count: group.length, which: useWhich()(group[0]) };
  return (
    <Button
      size="small"
      aria-expanded={isOpen}
      aria-label={isOpen ? t('closeGroupOf', said) : t('openGroupOf', said)}
      onClick={() => onToggle(keyOf(group))}
    >
      {isOpen ? t('closeGroup') : t('openGroup', said)}
    </Button>
  );
}

function CancelButton({ stake, groups, onCancel }: { stake: Stake } & Pick<Acts, 'groups' | 'onCancel'>) {
  const t = useTranslations('stakes.list');
  const equal: readonly Stake[] = groups.find((group) => group.includes(stake)) ?? [];
  const alone = useWhich()(stake);
  const numbered = { which: alone, nth: equal.indexOf(stake) + 1, of: equal.length };
  const which = equal.length > 1 ? t('numbered', numbered) : alone;
  return (
    <Button size="small" aria-label={t('cancelThis', { which })} onClick={() => onCancel(stake.Id)}>
      {t('cancel')}
    </Button>
  );
}
