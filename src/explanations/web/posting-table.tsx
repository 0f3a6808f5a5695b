import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import { fromJsonNumber } from '#money/money.ts';
import { ExactUsd } from '#money/web/exact-usd.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { type Column, Table } from '#platform/web/ui/table.tsx';
import type { ExplainedPosting } from '../contract.ts';
import type { FigureName } from '../figures.ts';
import { countPosting } from '../recount.ts';
import { explainedBy, wordOfAccount, wordOfKind } from './posting-words.ts';
import { SomeRows } from './some-rows.tsx';

interface PostingTableProps {
  user: string;
  /** The figure from whose side amounts are signed. Null for a position, whose entries are shown unsigned. */
  figure: FigureName | null;
  postings: readonly ExplainedPosting[];
  isWaiting: boolean;
}

/** Ledger entries: when, what for, from which account to which, how much. */
export function PostingTable({ user, figure, postings, isWaiting }: PostingTableProps) {
  const t = useTranslations('explanations.postings');
  const columns = useColumns(user, figure);
  return (
    <SomeRows rows={postings} isWaiting={isWaiting} empty={t('empty')}>
      {(rows) => <Table caption={t('title')} columns={columns} rows={rows} rowKey={({ Id }) => Id} />}
    </SomeRows>
  );
}

function useColumns(user: string, figure: FigureName | null): Column<ExplainedPosting>[] {
  const t = useTranslations('explanations');
  const amount = (posting: ExplainedPosting) =>
    figure ? (
      <ExactUsd amount={countPosting(figure, posting)} isSigned />
    ) : (
      <ExactUsd amount={fromJsonNumber(posting.Amount)} />
    );
  const moved = ({ From, To, Kind }: ExplainedPosting) =>
    t('postings.fromTo', {
      from: t(`accounts.${wordOfAccount(From, Kind)}`),
      to: t(`accounts.${wordOfAccount(To, Kind)}`),
    });
  const columns: Column<ExplainedPosting>[] = [
    {
      id: 'date',
      header: t('postings.date'),
      place: 'aside',
      cell: (row) => <DateTime value={row.Date} show="minute" />,
    },
    {
      id: 'what',
      header: t('postings.what'),
      place: 'title',
      cell: ({ Kind }) => t(`kinds.${wordOfKind(Kind)}`),
    },
    { id: 'moved', header: t('postings.moved'), place: 'under', cell: moved },
    { id: 'amount', header: t('postings.amount'), place: 'main', align: 'end', cell: amount },
  ];
  if (!figure) return columns;
  const about = (posting: ExplainedPosting) => <About posting={posting} user={user} />;
  return [...columns, { id: 'about', header: t('postings.about'), place: 'action', cell: about }];
}

function About({ posting, user }: { posting: ExplainedPosting; user: string }) {
  const t = useTranslations('explanations.postings');
  const position = explainedBy(posting.Kind);
  if (!position || !posting.Reference) return null;
  return (
    <Link to={`/explanation/${user}/${position}/${posting.Reference}`}>
      {t(position === 'award' ? 'openAward' : 'open')}
    </Link>
  );
}
