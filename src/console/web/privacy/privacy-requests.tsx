import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import { listAnsweredPrivacyRequests, listOpenPrivacyRequests } from '#console/privacy-contract.ts';
import type { AnswerOf } from '#platform/endpoint.ts';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import { FormDialog } from '../commands/form-dialog.tsx';
import { useTitled } from '../commands/use-command.ts';
import { WayButtons } from '../commands/way-buttons.tsx';
import { PagedView } from '../paged-view.tsx';
import { useStaffPages, useStaffQuery } from '../use-staff-query.ts';
import styles from './privacy.module.css';

type Request = AnswerOf<typeof listOpenPrivacyRequests>[number];

interface Chosen {
  command: string;
  request: string;
}

/** Unanswered requests, by due day. The dialog is rendered outside the list, because answering removes its row. */
export function OpenRequests() {
  const t = useTranslations('console.privacy.requests');
  const requests = useStaffQuery(listOpenPrivacyRequests, {}, { isLook: true });
  const [chosen, setChosen] = useState<Chosen | null>(null);
  return (
    <>
      <QueryView
        query={requests}
        waiting={<SkeletonRows />}
        isEmpty={(rows) => rows.length === 0}
        empty={<EmptyState text={t('none')} />}
      >
        {(rows) => <Waiting rows={rows} onChoose={setChosen} />}
      </QueryView>
      {chosen && (
        <FormDialog command={chosen.command} given={{ request: chosen.request }} onClose={() => setChosen(null)} />
      )}
    </>
  );
}

export function AnsweredRequests() {
  const t = useTranslations('console.privacy.requests');
  const requests = useStaffPages(listAnsweredPrivacyRequests, { query: {} }, { isLook: true });
  const columns = [
    ...useColumns(),
    {
      id: 'answered',
      header: t('answered'),
      cell: ({ Answered }: Request) => Answered && <DateTime value={Answered} show="minute" />,
    },
    {
      id: 'outcome',
      header: t('outcome'),
      cell: ({ Outcome }: Request) =>
        Outcome && <StatusBadge tone={Outcome === 'done' ? 'good' : 'neutral'}>{t(`outcomes.${Outcome}`)}</StatusBadge>,
    },
  ];
  return (
    <PagedView query={requests} empty={t('noneAnswered')}>
      {(rows) => <Table caption={t('answeredTitle')} columns={columns} rows={rows} rowKey={({ Id }) => Id} />}
    </PagedView>
  );
}

function Waiting({ rows, onChoose }: { rows: readonly Request[]; onChoose: (chosen: Chosen) => void }) {
  const t = useTranslations('console.privacy.requests');
  const ways = useTitled('privacy take', 'privacy answer');
  const columns = useColumns();
  if (ways.length > 0) {
    columns.push({
      id: 'ways',
      header: t('ways'),
      place: 'action',
      cell: ({ Id }) => (
        <span className={styles.ways}>
          <WayButtons ways={ways} size="small" onChoose={(command) => onChoose({ command, request: Id })} />
        </span>
      ),
    });
  }
  return <Table caption={t('title')} columns={columns} rows={rows} rowKey={({ Id }) => Id} />;
}

function useColumns(): Column<Request>[] {
  const t = useTranslations('console.privacy.requests');
  return [
    {
      id: 'customer',
      header: t('customer'),
      place: 'title',
      cell: ({ Customer: { Id, Name } }) => (
        <Link to={`/customers/${Id}`} dir="auto">
          {Name}
        </Link>
      ),
    },
    { id: 'kind', header: t('kind'), place: 'main', cell: ({ Kind }) => t(`kinds.${Kind}`) },
    { id: 'received', header: t('received'), cell: ({ Received }) => <DateTime value={Received} /> },
    {
      id: 'due',
      header: t('due'),
      cell: ({ Due, Overdue }) => (
        <>
          <DateTime value={Due} /> {Overdue && <StatusBadge tone="bad">{t('overdue')}</StatusBadge>}
        </>
      ),
    },
    { id: 'handler', header: t('handler'), cell: ({ Handler }) => (Handler ? <bdi>{Handler}</bdi> : t('nobody')) },
  ];
}
