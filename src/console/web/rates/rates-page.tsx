import { useTranslations } from 'use-intl';
import type { AnswerOf } from '#platform/endpoint.ts';
import { listRates, readGuard } from '#console/rates-contract.ts';
import { Card } from '#platform/web/ui/card.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { Percent } from '#platform/web/ui/percent.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { StatTile, StatTiles } from '#platform/web/ui/stat-tile.tsx';
import type { Column } from '#platform/web/ui/table.tsx';
import { useRate } from '#wallet/web/use-settled.ts';
import { useRowCommands } from '../commands/row-commands.tsx';
import { List, TableOrNone } from '../list.tsx';
import { useStaffQuery } from '../use-staff-query.ts';
import { HowCounted } from '../why/how-counted.tsx';
import shared from '../shared.module.css';
import { column, figureColumn, momentColumn } from '../columns.tsx';

const everyMs = 10_000;

type Guard = AnswerOf<typeof readGuard>;
type Refused = Guard['Refused'][number];
type Accepted = AnswerOf<typeof listRates>[number];

/** The rate in force, refused rates with the reason, and the decision that reopens BRL. */
export function RatesPage() {
  const t = useTranslations('console.rates');
  const guard = useStaffQuery(readGuard, {}, { everyMs });
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <div className={shared.parts}>
        <QueryView query={guard} waiting={<SkeletonRows rows={5} />}>
          {(read) => (
            <>
              <Present guard={read} />
              <HowCounted
                rules={[
                  [t('high'), t('counted.high')],
                  [t('low'), t('counted.low')],
                  [t('history'), t('counted.accepted')],
                ]}
              />
              <Card title={t('refused')}>
                <RefusedRates rows={read.Refused} />
              </Card>
              <Card title={t('bounds')}>
                <Bounds bounds={read.Bounds} />
              </Card>
            </>
          )}
        </QueryView>
        <Card title={t('history')}>
          <History />
        </Card>
      </div>
    </>
  );
}

function useShownRate(): (value: number | null) => string {
  const t = useTranslations('console.rates');
  const formatRate = useRate();
  return (value) => (value === null ? t('unreadable') : formatRate(value));
}

function Present({ guard: { Present: rate, Closed } }: { guard: Guard }) {
  const t = useTranslations('console.rates');
  const shown = useShownRate();
  if (!rate) return <Notice tone="caution">{t(`closed.${Closed ?? 'away'}`)}</Notice>;
  const note = t.rich('quoted', { date: () => <DateTime value={rate.Quoted} show="minute" /> });
  return (
    <StatTiles>
      <StatTile label={t('high')} value={shown(rate.High)} note={note} />
      <StatTile label={t('low')} value={shown(rate.Low)} note={note} />
    </StatTiles>
  );
}

function RefusedRates({ rows }: { rows: readonly Refused[] }) {
  const t = useTranslations('console.rates');
  const shown = useShownRate();
  const accept = useRowCommands<Refused>(['rates accept'], (rate) => [
    {
      command: 'rates accept',
      given: { id: Number(rate.Number) },
      label: t('accept'),
      isOff: rate.High === null || rate.Low === null,
      about: (
        <Facts>
          <Fact label={t('high')}>{shown(rate.High)}</Fact>
          <Fact label={t('low')}>{shown(rate.Low)}</Fact>
          <Fact label={t('why')}>{t(`whys.${rate.Why}`)}</Fact>
        </Facts>
      ),
    },
  ]);
  const columns: Column<Refused>[] = [
    momentColumn(t('when'), ({ Quoted }) => Quoted, { place: 'title' }),
    figureColumn(t('high'), ({ High }) => shown(High)),
    figureColumn(t('low'), ({ Low }) => shown(Low)),
    column(t('why'), ({ Why }) => t(`whys.${Why}`)),
    momentColumn(t('lastSeen'), ({ LastSeen }) => LastSeen),
    ...accept.columns,
  ];
  return (
    <>
      <TableOrNone
        caption={t('refused')}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.Number}
        empty={t('noneRefused')}
      />
      {accept.form}
    </>
  );
}

function Bounds({ bounds }: { bounds: Guard['Bounds'] }) {
  const t = useTranslations('console.rates');
  const shown = useShownRate();
  return (
    <Facts>
      <Fact label={t('maxAge')}>{t('minutes', { count: bounds.MaxAgeMinutes })}</Fact>
      <Fact label={t('maxSpread')}>
        <Percent value={bounds.MaxSpread} />
      </Fact>
      <Fact label={t('maxChange')}>
        <Percent value={bounds.MaxChange} />
      </Fact>
      <Fact label={t('maxDisagreement')}>
        <Percent value={bounds.MaxDisagreement} />
      </Fact>
      <Fact label={t('firstBetween')}>{bounds.FirstBetween?.map(shown).join(' – ') ?? t('noFirst')}</Fact>
    </Facts>
  );
}

function History() {
  const t = useTranslations('console.rates');
  const shown = useShownRate();
  const columns: Column<Accepted>[] = [
    momentColumn(t('when'), (row) => row.Accepted, { place: 'title' }),
    figureColumn(t('high'), ({ High }) => shown(High)),
    figureColumn(t('low'), ({ Low }) => shown(Low)),
    column(t('by'), ({ ByOperator, By, Reason }) =>
      ByOperator ? (
        <>
          <bdi>{By ?? '—'}</bdi>
          {Reason && (
            <>
              {': '}
              <span dir="auto">{Reason}</span>
            </>
          )}
        </>
      ) : (
        t('withinBounds')
      ),
    ),
  ];
  return (
    <List
      of={listRates}
      everyMs={everyMs}
      caption={t('history')}
      columns={columns}
      rowKey={(row) => row.Number}
      empty={t('noHistory')}
    />
  );
}
