import { useTranslations } from 'use-intl';
import { listAnsweredPrivacyRequests, listOpenPrivacyRequests } from '#console/privacy-contract.ts';
import type { AnswerOf } from '#platform/endpoint.ts';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import type { Column } from '#platform/web/ui/table.tsx';
import { useRowCommands } from '../commands/row-commands.tsx';
import { List, Rows } from '../list.tsx';
import { useStaffQuery } from '../use-staff-query.ts';
import { column, customerColumn, momentColumn, nameColumn } from '../columns.tsx';

type Request = AnswerOf<typeof listOpenPrivacyRequests>[number];

/** Unanswered requests, by due day. */
export function OpenRequests() {
  const t = useTranslations('console.privacy.requests');
  const requests = useStaffQuery(listOpenPrivacyRequests, {}, { isLook: true });
  const ways = ['privacy take', 'privacy answer'];
  const work = useRowCommands<Request>(ways, ({ Id }) => ways.map((command) => ({ command, given: { request: Id } })));
  return (
    <>
      <Rows
        query={requests}
        caption={t('title')}
        columns={[...useColumns(), ...work.columns]}
        rowKey={({ Id }) => Id}
        empty={t('none')}
      />
      {work.form}
    </>
  );
}

export function AnsweredRequests() {
  const t = useTranslations('console.privacy.requests');
  const columns = [
    ...useColumns(),
    momentColumn(t('answered'), ({ Answered }: Request) => Answered),
    column(
      t('outcome'),
      ({ Outcome }: Request) =>
        Outcome && <StatusBadge tone={Outcome === 'done' ? 'good' : 'neutral'}>{t(`outcomes.${Outcome}`)}</StatusBadge>,
    ),
  ];
  return (
    <List
      of={listAnsweredPrivacyRequests}
      isLook
      caption={t('answeredTitle')}
      columns={columns}
      rowKey={({ Id }) => Id}
      empty={t('noneAnswered')}
    />
  );
}

function useColumns(): Column<Request>[] {
  const t = useTranslations('console.privacy.requests');
  return [
    customerColumn(t('customer'), ({ Customer }) => Customer),
    column(t('kind'), ({ Kind }) => t(`kinds.${Kind}`), 'main'),
    column(t('received'), ({ Received }) => <DateTime value={Received} />),
    column(t('due'), ({ Due, Overdue }) => (
      <>
        <DateTime value={Due} /> {Overdue && <StatusBadge tone="bad">{t('overdue')}</StatusBadge>}
      </>
    )),
    nameColumn(t('handler'), ({ Handler }) => Handler, { none: t('nobody') }),
  ];
}
