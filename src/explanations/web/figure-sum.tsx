import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import type { ReactNode } from 'react';
import { sum } from '#money/money.ts';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { type FigureName, figureRules, leavesOf, partsOf } from '../figures.ts';
import { countAccrual, countPosting, recountFigure } from '../recount.ts';
import { ExactUsd } from './exact-usd.tsx';
import type { EvidenceState } from './use-evidence.ts';
import type { Verdict } from './use-verdict.ts';

interface FigureSumProps {
  user: string;
  figure: FigureName;
  evidence: EvidenceState;
  verdict: Verdict;
  at: string;
}

/** The sum, line by line, as far as it has come; and beside what it comes to, what the screen says. */
export function FigureSum(props: FigureSumProps) {
  const t = useTranslations('explanations.sum');
  const { figure, evidence, verdict } = props;
  return (
    <Facts>
      {partsOf(figure).length > 0 ? <Parts {...props} /> : <Own {...props} />}
      <Fact label={t('result')} isResult>
        {evidence.state === 'read' ? <ExactUsd amount={verdict.sum} /> : t('pending')}
      </Fact>
      <Fact label={t('shown')}>
        <ExactUsd amount={verdict.value} />
      </Fact>
    </Facts>
  );
}

function Parts({ user, figure, evidence, at }: FigureSumProps) {
  const t = useTranslations('explanations');
  return partsOf(figure).map((part) => (
    <Fact key={part} label={<Link to={`/explanation/${user}/${part}`}>{t(`figures.${part}`)}</Link>}>
      {leavesOf(part).every(evidence.isRead) ? (
        <ExactUsd amount={recountFigure(part, evidence.of, new Date(at))} />
      ) : (
        t('sum.pending')
      )}
    </Fact>
  ));
}

/** What came and what went; or what is running. */
function Own({ figure, evidence, at }: FigureSumProps): ReactNode {
  const t = useTranslations('explanations.sum');
  const { postings, accruals } = evidence.of(figure);
  const rule = figureRules[figure];
  if ('accruals' in rule) {
    const isOwed = rule.accruals === 'bonus' || rule.accruals === 'residual';
    const amounts = accruals.map((accrual) => countAccrual(accrual, new Date(at)));
    return (
      <Fact label={t(isOwed ? 'owed' : 'running', { count: amounts.length })}>
        <ExactUsd amount={sum(amounts)} />
      </Fact>
    );
  }
  const amounts = postings.map((posting) => countPosting(figure, posting));
  const came = amounts.filter((amount) => amount > 0n);
  const went = amounts.filter((amount) => amount < 0n);
  return (
    <>
      <Fact label={t('in', { count: came.length })}>
        <ExactUsd amount={sum(came)} isSigned />
      </Fact>
      {went.length > 0 && (
        <Fact label={t('out', { count: went.length })}>
          <ExactUsd amount={sum(went)} isSigned />
        </Fact>
      )}
    </>
  );
}
