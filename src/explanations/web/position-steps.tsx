import { useTranslations } from 'use-intl';
import { fromJsonNumber, micros, toJsonNumber } from '#money/money.ts';
import { Amount } from '#money/web/amount.tsx';
import { ExactUsd } from '#money/web/exact-usd.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import type { Explanation, PositionTerms } from '../contract.ts';
import { isPromised, isTraded, type PositionName } from '../figures.ts';
import type { PositionRecount } from '../recount.ts';
import { useDaysOf, useExactPercent } from './exact-terms.ts';

interface PositionStepsProps {
  name: PositionName;
  terms: PositionTerms;
  steps: PositionRecount;
  /** Number of operations the position took part in. */
  count: number;
  head: Explanation;
}

/**
 * From the amount to the figure, one step per line. The result from the terms and the one from the ledger must be equal, and the screen
 * shows it to the cent.
 */
export function PositionSteps({ name, terms, steps, count, head }: PositionStepsProps) {
  const t = useTranslations('explanations');
  return (
    <Facts>
      <Fact label={t(name === 'award' ? 'steps.base' : 'steps.capital')}>
        <ExactUsd amount={steps.capital} />
      </Fact>
      <Factor name={name} terms={terms} steps={steps} count={count} />
      {terms.Cut ? (
        <Fact label={t('steps.cut')}>
          <ExactUsd amount={fromJsonNumber(-terms.Cut)} isSigned />
        </Fact>
      ) : null}
      {isPromised(name) && <Term terms={terms} steps={steps} at={new Date(head.At)} />}
      <Fact label={t('steps.agreed')} isResult>
        <ExactUsd amount={steps.agreed} />
      </Fact>
      <Fact label={t(steps.isOver ? 'steps.counted' : 'steps.sofar')}>
        <ExactUsd amount={steps.counted} />
      </Fact>
      {steps.withheld > 0n && (
        <Fact label={t('steps.withheld')}>
          <ExactUsd amount={micros(-steps.withheld)} isSigned />
        </Fact>
      )}
      <Fact label={t('sum.shown')}>
        <Amount value={head.Shown} />
      </Fact>
    </Facts>
  );
}

/** The percentage that the amount is multiplied by. */
function Factor({ name, terms, steps, count }: Omit<PositionStepsProps, 'head'>) {
  const t = useTranslations('explanations.steps');
  const percent = useExactPercent();
  if (isTraded(name)) {
    return <Fact label={t('payouts', { count })}>{percent(toJsonNumber(steps.payouts))}</Fact>;
  }
  return <Fact label={t(name === 'award' ? 'percentage' : 'rate')}>{percent(terms.Rate ?? 0)}</Fact>;
}

/** The profit set aside, and how much of the term has passed. */
function Term({ terms, steps, at }: { terms: PositionTerms; steps: PositionRecount; at: Date }) {
  const t = useTranslations('explanations.steps');
  const daysOf = useDaysOf();
  return (
    <>
      <Fact label={t('promised')}>
        <ExactUsd amount={steps.promised} />
      </Fact>
      {!steps.isOver && <Fact label={t('elapsed')}>{t('elapsedDays', daysOf(terms.Start, terms.End, at))}</Fact>}
    </>
  );
}
