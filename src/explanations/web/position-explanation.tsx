import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { fromJsonNumber } from '#money/money.ts';
import { wholeCents } from '#money/shown.ts';
import { Card } from '#platform/web/ui/card.tsx';
import type { PositionTerms } from '../contract.ts';
import { isTraded, type PositionName } from '../figures.ts';
import { isCanceled, recountPosition } from '../recount.ts';
import styles from './explanation-page.module.css';
import { OperationTable } from './operation-table.tsx';
import { PositionSteps } from './position-steps.tsx';
import { PostingTable } from './posting-table.tsx';
import type { ReadHead } from './read-head.ts';
import { useEvidence } from './use-evidence.ts';
import { useVerdict } from './use-verdict.ts';
import { explanationReference } from './explanation-reference.ts';
import { VerdictCard } from './verdict-card.tsx';

interface PositionExplanationProps {
  read: ReadHead;
  name: PositionName;
  terms: PositionTerms;
}

/** Explains the profit of one position, or the value of one award, in two ways: from the ledger and from its terms. */
export function PositionExplanation({ read, name, terms }: PositionExplanationProps) {
  const t = useTranslations('explanations');
  const { head, address } = read;
  const evidence = useEvidence(address, head, read.readAt);
  const { postings, operations } = evidence;
  const steps = useMemo(
    () => recountPosition(name, terms, { postings, operations }, new Date(head.At)),
    [name, terms, postings, operations, head.At],
  );
  const value = fromJsonNumber(head.Value);
  const sum = steps.counted === value ? steps.agreed : steps.counted;
  const shown = fromJsonNumber(head.Shown);
  const verdict = useVerdict({ ...read, evidence, sum, value, shown, shownSum: wholeCents(value) });
  const isWaiting = evidence.state === 'reading' && evidence.count === 0;
  return (
    <>
      <div className={styles.top}>
        <VerdictCard verdict={verdict} at={head.At} reference={explanationReference(address, head)} />
        <Card title={t('sum.title')}>
          <p className={styles.means}>{t(`means.${meaningOf(name, isCanceled(postings))}`)}</p>
          <PositionSteps name={name} terms={terms} steps={steps} count={operations.length} head={head} />
        </Card>
      </div>
      <Card title={t('postings.title')}>
        <PostingTable user={address.user} figure={null} postings={postings} isWaiting={isWaiting} />
      </Card>
      {isTraded(name) && (
        <Card title={t('operations.title')}>
          <OperationTable operations={operations} isWaiting={isWaiting} />
        </Card>
      )}
    </>
  );
}

function meaningOf(name: PositionName, wasCanceled: boolean) {
  if (wasCanceled) return 'canceled';
  if (name === 'award') return 'award';
  return isTraded(name) ? 'operations' : 'term';
}
