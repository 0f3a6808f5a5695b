import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { AnswerOf } from '#platform/endpoint.ts';
import { listRates, readGuard } from '#console/rates-contract.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { Percent } from '#platform/web/ui/percent.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { StatTile, StatTiles } from '#platform/web/ui/stat-tile.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import { useRate } from '#wallet/web/use-settled.ts';
import { FormDialog } from '../commands/form-dialog.tsx';
import { useMay } from '../commands/use-command.ts';
import { PagedView } from '../paged-view.tsx';
import { useStaffPages, useStaffQuery } from '../use-staff-query.ts';
import { HowCounted } from '../why/how-counted.tsx';
import shared from '../shared.module.css';

const everyMs = 10_000;

type Guard = AnswerOf<typeof readGuard>;
type Refused = Guard['Refused'][number];
type Accepted = AnswerOf<typeof listRates>[number];

/** The rate in force, refused rates with the reason, and the decision that reopens BRL. */
export function RatesPage() {
  const t = useTranslations('console.rates');
  const guard = useStaffQuery(readGuard, {}, { everyMs });
  const accepted = useStaffPages(listRates, { query: {} }, { everyMs });
  const [asked, setAsked] = useState<Refused | null>(null);
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
                <RefusedRates rows={read.Refused} onAccept={setAsked} />
              </Card>
              <Card title={t('bounds')}>
                <Bounds bounds={read.Bounds} />
              </Card>
            </>
          )}
        </QueryView>
        <Card title={t('history')}>
          <PagedView query={accepted} empty={t('noHistory')}>
            {(rows) => <History rows={rows} />}
          </PagedView>
        </Card>
      </div>
      {asked && <AcceptDialog rate={asked} onClose={() => setAsked(null)} />}
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

function RefusedRates({ rows, onAccept }: { rows: readonly Refused[]; onAccept: (rate: Refused) => void }) {
  const t = useTranslations('console.rates');
  const shown = useShownRate();
  const mayAccept = useMay()('rates accept');
  if (rows.length === 0) return <EmptyState text={t('noneRefused')} />;
  const columns: Column<Refused>[] = [
    {
      id: 'quoted',
      header: t('when'),
      place: 'title',
      cell: ({ Quoted }) => <DateTime value={Quoted} show="minute" />,
    },
    { id: 'high', header: t('high'), align: 'end', cell: ({ High }) => shown(High) },
    { id: 'low', header: t('low'), align: 'end', cell: ({ Low }) => shown(Low) },
    { id: 'why', header: t('why'), cell: ({ Why }) => t(`whys.${Why}`) },
    { id: 'seen', header: t('lastSeen'), cell: ({ LastSeen }) => <DateTime value={LastSeen} show="minute" /> },
  ];
  if (mayAccept) {
    columns.push({
      id: 'accept',
      header: t('accept'),
      place: 'action',
      cell: (rate) => (
        <Button size="small" disabled={rate.High === null || rate.Low === null} onClick={() => onAccept(rate)}>
          {t('accept')}
        </Button>
      ),
    });
  }
  return <Table caption={t('refused')} columns={columns} rows={rows} rowKey={(row) => row.Number} />;
}

function AcceptDialog({ rate, onClose }: { rate: Refused; onClose: () => void }) {
  const t = useTranslations('console.rates');
  const shown = useShownRate();
  return (
    <FormDialog command="rates accept" given={{ id: Number(rate.Number) }} onClose={onClose}>
      <Facts>
        <Fact label={t('high')}>{shown(rate.High)}</Fact>
        <Fact label={t('low')}>{shown(rate.Low)}</Fact>
        <Fact label={t('why')}>{t(`whys.${rate.Why}`)}</Fact>
      </Facts>
    </FormDialog>
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

function History({ rows }: { rows: readonly Accepted[] }) {
  const t = useTranslations('console.rates');
  const shown = useShownRate();
  const columns: Column<Accepted>[] = [
    {
      id: 'accepted',
      header: t('when'),
      place: 'title',
      cell: (row) => <DateTime value={row.Accepted} show="minute" />,
    },
    { id: 'high', header: t('high'), align: 'end', cell: ({ High }) => shown(High) },
    { id: 'low', header: t('low'), align: 'end', cell: ({ Low }) => shown(Low) },
    {
      id: 'by',
      header: t('by'),
      cell: ({ ByOperator, By, Reason }) =>
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
    },
  ];
  return <Table caption={t('history')} columns={columns} rows={rows} rowKey={(row) => row.Number} />;
}
