import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { fromJsonNumber } from '#money/money.ts';
import { Card } from '#platform/web/ui/card.tsx';
import type { Explanation } from '../contract.ts';
import { type FigureName, figureRules, isPromised, isTraded, leavesOf } from '../figures.ts';
import { recountFigure, recountShown } from '../recount.ts';
import { AccrualTable } from './accrual-table.tsx';
import styles from './explanation-page.module.css';
import { FigureSum } from './figure-sum.tsx';
import { PostingTable } from './posting-table.tsx';
import type { ReadHead } from './read-head.ts';
import { useEvidence } from './use-evidence.ts';
import { useVerdict } from './use-verdict.ts';
import { explanationReference } from './explanation-reference.ts';
import { VerdictCard } from './verdict-card.tsx';

/** Explains a total by its parts, or by the records that it is the sum of. */
export function FigureExplanation({ read, figure }: { read: ReadHead; figure: FigureName }) {
  const t = useTranslations('explanations');
  const { head, address } = read;
  const evidence = useEvidence(address, head, read.readAt);
  const { of } = evidence;
  const sum = useMemo(() => recountFigure(figure, of, new Date(head.At)), [figure, of, head.At]);
  const shownSum = useMemo(() => recountShown(figure, of, new Date(head.At)), [figure, of, head.At]);
  const [value, shown] = [fromJsonNumber(head.Value), fromJsonNumber(head.Shown)];
  const verdict = useVerdict({ ...read, evidence, sum, value, shown, shownSum });
  return (
    <>
      <div className={styles.top}>
        <VerdictCard verdict={verdict} at={head.At} reference={explanationReference(address, head)} />
        <Card title={t('sum.title')}>
          <p className={styles.means}>{t(`means.${meaningOf(figure)}`)}</p>
          <FigureSum user={address.user} figure={figure} evidence={evidence} verdict={verdict} at={head.At} />
        </Card>
      </div>
      {leavesOf(figure)[0] === figure && (
        <Records figure={figure} head={head} evidence={evidence} user={address.user} />
      )}
    </>
  );
}

interface RecordsProps {
  figure: FigureName;
  head: Explanation;
  evidence: ReturnType<typeof useEvidence>;
  user: string;
}

function Records({ figure, head, evidence, user }: RecordsProps) {
  const t = useTranslations('explanations');
  const { postings, accruals } = evidence.of(figure);
  const isWaiting = evidence.state === 'reading' && evidence.count === 0;
  return 'moves' in figureRules[figure] ? (
    <Card title={t('postings.title')}>
      <PostingTable user={user} figure={figure} postings={postings} isWaiting={isWaiting} />
    </Card>
  ) : (
    <Card title={t('accruals.title')}>
      <AccrualTable user={user} accruals={accruals} at={head.At} isWaiting={isWaiting} />
    </Card>
  );
}

function meaningOf(figure: FigureName) {
  const rule = figureRules[figure];
  if ('parts' in rule) return 'parts';
  if ('accruals' in rule) {
    if (isPromised(rule.accruals)) return 'accrued';
    return isTraded(rule.accruals) ? 'payouts' : 'owed';
  }
  if (rule.moves.some(({ from }) => from === 'any')) return 'held';
  if (rule.moves.some(({ from }) => from === 'trading')) return 'traded';
  return rule.moves.some(({ from }) => from === 'promised' || from === 'treasury') ? 'paid' : 'moved';
}
