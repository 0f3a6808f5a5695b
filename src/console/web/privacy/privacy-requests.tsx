import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import { listAnsweredPrivacyRequests, listOpenPrivacyRequests } from '#console/privacy-contract.ts';
import type { AnswerOf } from '#platform/endpoint.ts';
import { privacyOutcomes, type PrivacyOutcome } from '#privacy/requests.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { Select } from '#platform/web/ui/select.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import { CommandDialog } from '../commands/command-dialog.tsx';
import { useCommandShape } from '../commands/use-command.ts';
import { PagedView } from '../paged-view.tsx';
import { useStaffPages, useStaffQuery } from '../use-staff-query.ts';

type Request = AnswerOf<typeof listOpenPrivacyRequests>[number];

interface Chosen {
  what: 'take' | 'answer';
  id: string;
}

/** Unanswered requests, by due day. The dialog is rendered outside the list, because answering removes its row. */
export function OpenRequests() {
  const t = useTranslations('console.privacy.requests');
  const requests = useStaffQuery(listOpenPrivacyRequests, {}, { isLook: true });
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const onClose = () => setChosen(null);
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
      {chosen?.what === 'take' && (
        <CommandDialog
          command="privacy take"
          words={[chosen.id]}
          title={t('take')}
          lead={t('takeLead')}
          submit={t('take')}
          onClose={onClose}
        />
      )}
      {chosen?.what === 'answer' && <Answer id={chosen.id} onClose={onClose} />}
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
  const mayAnswer = Boolean(useCommandShape('privacy answer'));
  const columns = useColumns();
  if (mayAnswer) {
    columns.push({
      id: 'ways',
      header: t('ways'),
      place: 'action',
      cell: ({ Id }) => (
        <>
          <Button size="small" onClick={() => onChoose({ what: 'take', id: Id })}>
            {t('take')}
          </Button>
          <Button size="small" onClick={() => onChoose({ what: 'answer', id: Id })}>
            {t('answer')}
          </Button>
        </>
      ),
    });
  }
  return <Table caption={t('title')} columns={columns} rows={rows} rowKey={({ Id }) => Id} />;
}

function Answer({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTranslations('console.privacy.requests');
  const [outcome, setOutcome] = useState<PrivacyOutcome>('done');
  return (
    <CommandDialog
      command="privacy answer"
      words={[id, outcome]}
      title={t('answer')}
      lead={t('answerLead')}
      submit={t('answer')}
      onClose={onClose}
    >
      <Select
        label={t('outcome')}
        value={outcome}
        options={privacyOutcomes.map((each) => ({ value: each, label: t(`outcomes.${each}`) }))}
        onChange={setOutcome}
      />
    </CommandDialog>
  );
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
