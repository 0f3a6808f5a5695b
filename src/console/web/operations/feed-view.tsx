import { useTranslations } from 'use-intl';
import type { FeedPreview } from '#console/feeds-contract.ts';
import { Count } from '#platform/web/ui/count.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { Percent } from '#platform/web/ui/percent.tsx';
import { StatTile, StatTiles } from '#platform/web/ui/stat-tile.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import shared from '../shared.module.css';
import { column, figureColumn, momentColumn, nameColumn } from '../columns.tsx';

/**
 * The effect of importing a file: the number of new operations, the lines to be corrected first, and the first operations that would be
 * recorded.
 */
export function FeedView({ preview }: { preview: FeedPreview }) {
  const t = useTranslations('console.operations');
  return (
    <div className={shared.parts}>
      <StatTiles>
        <StatTile
          label={t('inFile')}
          value={<Percent value={preview.FilePayout} />}
          note={t('inFileNote', { count: preview.Lines })}
        />
        <StatTile label={t('new')} value={<Count value={preview.New} />} note={<Span preview={preview} />} />
        <StatTile label={t('known')} value={<Count value={preview.Known} />} note={t('knownNote')} />
        <StatTile label={t('bad')} value={<Count value={preview.Bad} />} note={t('badNote')} />
        <StatTile label={t('payout')} value={<Percent value={preview.Payout} />} note={t('payoutNote')} />
      </StatTiles>
      {preview.CompleteUntil && (
        <p>{t.rich('fileCompletes', { date: () => <DateTime value={preview.CompleteUntil ?? ''} show="minute" /> })}</p>
      )}
      {preview.Bad > 0 && <BadLines preview={preview} />}
      {preview.Bad === 0 && preview.New === 0 && !preview.CompleteUntil && <Notice>{t('nothingNew')}</Notice>}
      {preview.Late > 0 && <Late preview={preview} />}
      {preview.New > 0 && <Operations caption={t('new')} rows={preview.Operations} count={preview.New} />}
    </div>
  );
}

function Span({ preview: { First, Last } }: { preview: FeedPreview }) {
  if (!First || !Last) return null;
  return (
    <>
      <DateTime value={First} show="minute" /> – <DateTime value={Last} show="minute" />
    </>
  );
}

type BadLine = FeedPreview['BadLines'][number];

function BadLines({ preview: { Bad, BadLines: rows } }: { preview: FeedPreview }) {
  const t = useTranslations('console.operations');
  const columns: Column<BadLine>[] = [
    column(t('line'), ({ Line }) => t('lineOf', { line: Line }), 'title'),
    column(t('problem'), ({ Problem }) => t(`problems.${Problem}`)),
  ];
  return (
    <>
      <Notice tone="caution">{t('mendFirst', { count: Bad })}</Notice>
      <Table caption={t('badLines')} columns={columns} rows={rows} rowKey={({ Line }) => String(Line)} />
      {rows.length < Bad && <p>{t('firstOf', { shown: rows.length, count: Bad })}</p>}
    </>
  );
}

type Operation = FeedPreview['Operations'][number];

function Late({ preview: { Late: count, PaidUntil, LateOperations: rows } }: { preview: FeedPreview }) {
  const t = useTranslations('console.operations');
  return (
    <>
      <Notice tone="caution">
        {t.rich('lateOnes', { count, date: () => <DateTime value={PaidUntil} show="minute" /> })}
      </Notice>
      <Operations caption={t('late')} rows={rows} count={count} />
    </>
  );
}

function Operations({ caption, rows, count }: { caption: string; rows: readonly Operation[]; count: number }) {
  const t = useTranslations('console.operations');
  const columns: Column<Operation>[] = [
    momentColumn(t('opened'), (row) => row.Opened),
    momentColumn(t('date'), (row) => row.Date, { place: 'title' }),
    nameColumn(t('asset'), ({ Asset }) => Asset),
    nameColumn(t('pair'), ({ Pair }) => Pair),
    figureColumn(t('payout'), ({ Payout }) => <Percent value={Payout} />, 'main'),
    column(t('reference'), ({ Reference }) => <bdi className={shared.key}>{Reference}</bdi>),
  ];
  return (
    <>
      <Table caption={caption} columns={columns} rows={rows} rowKey={({ Reference }) => Reference} />
      {rows.length < count && <p>{t('firstOf', { shown: rows.length, count })}</p>}
    </>
  );
}
