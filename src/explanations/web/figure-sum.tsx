import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import type { ReactNode } from 'react';
import { type Micros, micros, sum, toJsonNumber } from '#money/money.ts';
import { Amount } from '#money/web/amount.tsx';
import { ExactUsd } from '#money/web/exact-usd.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { type FigureName, figureRules, isPosition, leavesOf, lessOf, partsOf } from '../figures.ts';
import { countAccrual, countPosting, recountFigure, recountShown } from '../recount.ts';
import styles from './explanation-page.module.css';
import type { EvidenceState } from './use-evidence.ts';
import type { Verdict } from './use-verdict.ts';

interface FigureSumProps {
  user: string;
  figure: FigureName;
  evidence: EvidenceState;
  verdict: Verdict;
  at: string;
}

/** The sum, line by line, as far as it has been computed, and next to its result the value that the screen shows. */
export function FigureSum(props: FigureSumProps) {
  const t = useTranslations('explanations.sum');
  const { figure, evidence, verdict } = props;
  return (
    <Facts>
      {partsOf(figure).length > 0 ? <Parts {...props} /> : <Own {...props} />}
      <Fact label={t('result')} isResult>
        {evidence.state === 'read' ? <ExactUsd amount={verdict.sum} /> : t('pending')}
      </Fact>
      <Fractions verdict={verdict} isRead={evidence.state === 'read'} />
      <Fact label={t('shown')}>
        <Amount value={toJsonNumber(verdict.shown)} />
      </Fact>
    </Facts>
  );
}

/** The fractions of a cent that the screen leaves out, of each part and of each payment and position in it. */
function Fractions({ verdict: { sum: exact, shown }, isRead }: { verdict: Verdict; isRead: boolean }) {
  const t = useTranslations('explanations.sum');
  const leftOut = micros(shown - exact);
  if (!isRead || leftOut === 0n) return null;
  return (
    <Fact label={t('fractions')}>
      <ExactUsd amount={leftOut} isSigned />
    </Fact>
  );
}

/** Shows each part as its own screen does, and its exact value where that differs. */
function Parts({ user, figure, evidence, at }: FigureSumProps) {
  const t = useTranslations('explanations');
  const less = lessOf(figure);
  const count = (counted: typeof recountFigure, part: FigureName): Micros =>
    micros(counted(part, evidence.of, new Date(at)) * (less.includes(part) ? -1n : 1n));
  return [...partsOf(figure), ...less].map((part) => (
    <Fact key={part} label={<Link to={`/explanation/${user}/${part}`}>{t(`figures.${part}`)}</Link>}>
      {leavesOf(part).every(evidence.isRead) ? (
        <Part shown={count(recountShown, part)} exact={count(recountFigure, part)} />
      ) : (
        t('sum.pending')
      )}
    </Fact>
  ));
}

function Part({ shown, exact }: { shown: Micros; exact: Micros }) {
  return (
    <>
      <Amount value={toJsonNumber(shown)} />
      {exact !== shown && (
        <span className={styles.exactly}>
          <ExactUsd amount={exact} />
        </span>
      )}
    </>
  );
}

/** Money in and money out, or what is running. */
function Own({ figure, evidence, at }: FigureSumProps): ReactNode {
  const t = useTranslations('explanations.sum');
  const { postings, accruals } = evidence.of(figure);
  const rule = figureRules[figure];
  if ('accruals' in rule) {
    const isOwed = !isPosition(rule.accruals);
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
