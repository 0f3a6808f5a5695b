import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useCallback } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { ApiRefusal } from '#platform/web/api-failure.ts';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { IconArrowStart } from '#platform/web/ui/icons-later.tsx';
import { PageHeader } from '#platform/web/ui/page-header.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { Skeleton, SkeletonBlock } from '#platform/web/ui/skeleton.tsx';
import { isFigure, isPosition, ofMembers } from '../figures.ts';
import { AddressCard } from './address-card.tsx';
import { type ExplanationAddress, headOf } from './data.ts';
import { explanationReference } from './explanation-reference.ts';
import styles from './explanation-page.module.css';
import { FigureExplanation } from './figure-explanation.tsx';
import { PositionExplanation } from './position-explanation.tsx';
import type { ReadHead } from './read-head.ts';

const notFound = 404;

/** Explains why a number is what it is, at an address that only its owner can open. */
export function ExplanationPage() {
  const { user = '', figure = '', id } = useParams();
  const query = useQuery(headOf({ user, figure, id }));
  if (query.error instanceof ApiRefusal && query.error.status === notFound) return <NotHere />;
  return <Explained key={`${user}/${figure}/${id}`} address={{ user, figure, id }} query={query} />;
}

type HeadQuery = ReturnType<typeof useQuery<ReadHead['head'], Error>>;

function Explained({ address, query }: { address: ExplanationAddress; query: HeadQuery }) {
  const t = useTranslations('explanations');
  const { refetch } = query;
  const again = useCallback(() => void refetch(), [refetch]);
  const { figure, id } = address;
  const isKnown = isFigure(figure) || isPosition(figure);
  const title = figure === ofMembers && id !== undefined ? t('broughtBy') : isKnown && t(`figures.${figure}`);
  return (
    <>
      <PageHeader title={title || t('lead')} lead={t('lead')} action={<Back />} />
      <QueryView query={query} waiting={<Waiting />}>
        {(head) => (
          <>
            <OfKind
              read={{
                address,
                head,
                readAt: query.dataUpdatedAt,
                again,
                isReadAgain: query.isFetching,
                isStale: query.isError,
              }}
            />
            <AddressCard reference={explanationReference(address, head)} />
          </>
        )}
      </QueryView>
    </>
  );
}

function OfKind({ read }: { read: ReadHead }) {
  const { Figure, Position } = read.head;
  if (isFigure(Figure) && !Position) return <FigureExplanation read={read} figure={Figure} />;
  return isPosition(Figure) && Position && <PositionExplanation read={read} name={Figure} terms={Position} />;
}

/** Leads back to the previous page, or to the dashboard if the page was opened directly. */
function Back() {
  const t = useTranslations('platform');
  const navigate = useNavigate();
  function leave() {
    const { idx } = (window.history.state ?? {}) as { idx?: number };
    void (idx ? navigate(-1) : navigate('/dashboard'));
  }
  return (
    <Button icon={<IconArrowStart />} onClick={leave}>
      {t('back')}
    </Button>
  );
}

/** The same for somebody else's explanation and for none at all. */
function NotHere() {
  const t = useTranslations('explanations.notHere');
  return (
    <>
      <PageHeader title={t('title')} lead={t('text')} />
      <p>
        <Link to="/dashboard" className={buttonClass('primary')}>
          {t('back')}
        </Link>
      </p>
    </>
  );
}

function Waiting() {
  return (
    <Skeleton>
      <span className={styles.top}>
        <SkeletonBlock height="large" />
        <SkeletonBlock height="large" />
      </span>
    </Skeleton>
  );
}
