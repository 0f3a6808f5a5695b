import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import { readReconciliation, type Reconciliation } from '#console/transfers-contract.ts';
import { Amount } from '#money/web/amount.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { Count } from '#platform/web/ui/count.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { FigureLink } from '#platform/web/ui/figure-link.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { serverNowMs } from '#platform/web/server-clock.ts';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import type { Column } from '#platform/web/ui/table.tsx';
import { useRowCommands } from '../commands/row-commands.tsx';
import { DayForm } from '../reports/days-form.tsx';
import { houseDay } from '../house-day.ts';
import { TableOrNone } from '../list.tsx';
import { useStaffQuery } from '../use-staff-query.ts';
import { HowCounted } from '../why/how-counted.tsx';
import shared from '../shared.module.css';
import styles from './reconciliation.module.css';
import { column, figureColumn } from '../columns.tsx';

type Break = Reconciliation['Breaks'][number];
type Total = Reconciliation['Ours'][number];

/** A day of the brokerage's book beside ours, and the notes on each break between them. */
export function ReconciliationPage() {
  const t = useTranslations('consoleLater.reconciliation');
  const [day, setDay] = useState(() => houseDay(new Date(serverNowMs())));
  const read = useStaffQuery(readReconciliation, { query: { day } }, { isLook: true });
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t('lead')}
        action={<DayForm value={day} onAsk={(next) => (next === day ? void read.refetch() : setDay(next))} />}
      />
      <QueryView query={read} waiting={<SkeletonRows />}>
        {(found) => (found.Compared ? <Compared found={found} /> : <NotCompared found={found} />)}
      </QueryView>
    </>
  );
}

function NotCompared({ found: { Why, Detail } }: { found: Reconciliation }) {
  const t = useTranslations('consoleLater.reconciliation');
  return <Notice tone="caution">{t(`not.${Why ?? 'unread'}`, { detail: Detail ?? '' })}</Notice>;
}

function Compared({ found }: { found: Reconciliation }) {
  const t = useTranslations('consoleLater.reconciliation');
  return (
    <div className={shared.parts}>
      <h2>
        <DateTime value={found.Day} />
      </h2>
      <Card title={t('totals')}>
        <Totals found={found} />
        <HowCounted rules={(['ours', 'theirs'] as const).map((name) => [t(name), t(`why.${name}`)])} />
      </Card>
      <Card title={t('breaks', { count: found.Count })}>
        <Breaks found={found} />
        <HowCounted rules={[[t('kind'), t('why.breaks')]]} />
      </Card>
    </div>
  );
}

interface Pair {
  key: string;
  ours: Total | null;
  theirs: Total | null;
}

function Totals({ found: { Day, Ours, Theirs } }: { found: Reconciliation }) {
  const t = useTranslations('consoleLater.reconciliation');
  const directions = useTranslations('console.transfers.directions');
  const keyOf = ({ Direction, Currency }: Total): string => `${Direction} ${Currency}`;
  const keys = [...new Set([...Ours, ...Theirs].map(keyOf))];
  const rows = keys.map((key): Pair => ({
    key,
    ours: Ours.find((total) => keyOf(total) === key) ?? null,
    theirs: Theirs.find((total) => keyOf(total) === key) ?? null,
  }));
  const side = (total: Total | null) =>
    total ? (
      <>
        <Amount value={total.Amount} /> · <Count value={total.Transfers} />
      </>
    ) : (
      '—'
    );
  const columns: Column<Pair>[] = [
    column(
      t('what'),
      ({ ours, theirs }) => {
        const total = ours ?? theirs;
        return total ? `${directions(total.Direction)} · ${total.Currency.toUpperCase()}` : '';
      },
      'title',
    ),
    figureColumn(t('ours'), ({ ours }) =>
      ours ? (
        <FigureLink to={settledOn(Day, ours)} name={t('ours')}>
          {side(ours)}
        </FigureLink>
      ) : (
        side(ours)
      ),
    ),
    figureColumn(t('theirs'), ({ theirs }) => side(theirs)),
  ];
  return (
    <TableOrNone caption={t('totals')} columns={columns} rows={rows} rowKey={({ key }) => key} empty={t('nothing')} />
  );
}

/** URL of the list of transfers behind one of our totals. */
function settledOn(day: string, { Direction, Currency }: Total): string {
  return `/transfers?settled=${day}&direction=${Direction}&currency=${Currency}`;
}

function Breaks({ found }: { found: Reconciliation }) {
  const t = useTranslations('consoleLater.reconciliation');
  const note = useRowCommands<Break>(['reconciliation note'], ({ Reference, Kind }) => [
    {
      command: 'reconciliation note',
      given: { day: found.Day, reference: Reference, break: Kind },
      about: t(`kinds.${Kind}`),
    },
  ]);
  const side = (of: Break['Ours']) =>
    of ? (
      <>
        <Amount value={of.Amount} /> · {of.State}
      </>
    ) : (
      '—'
    );
  const columns: Column<Break>[] = [
    column(
      t('reference'),
      ({ Reference, Transfer }) =>
        Transfer ? (
          <Link to={`/transfers/${Transfer}`} className={shared.key ?? ''}>
            {Reference}
          </Link>
        ) : (
          <code className={shared.key}>{Reference}</code>
        ),
      'title',
    ),
    column(t('kind'), ({ Kind }) => t(`kinds.${Kind}`)),
    figureColumn(t('ours'), ({ Ours }) => side(Ours)),
    figureColumn(t('theirs'), ({ Theirs }) => side(Theirs)),
    column(
      t('state'),
      ({ Resolved, Notes }) => (
        <div>
          <StatusBadge tone={Resolved ? 'good' : 'bad'}>{t(Resolved ? 'resolved' : 'open')}</StatusBadge>
          {Notes.map(({ Note, By, At, Journal }) => (
            <p key={At} className={styles.note}>
              <span dir="auto">{Note}</span> · <bdi>{By}</bdi> · <DateTime value={At} show="minute" />
              {Journal && <code className={shared.key}> {Journal}</code>}
            </p>
          ))}
        </div>
      ),
      'under',
    ),
    ...note.columns,
  ];
  return (
    <>
      <TableOrNone
        empty={t('none')}
        caption={t('breaks', { count: found.Count })}
        columns={columns}
        rows={found.Breaks}
        rowKey={({ Reference, Kind }) => `${Reference} ${Kind}`}
      />
      {note.form}
    </>
  );
}
