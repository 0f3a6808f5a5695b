import { queryOptions, useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Amount } from '#money/web/amount.tsx';
import { callApi } from '#platform/web/api.ts';
import { ExplainedFigure } from '#platform/web/ui/explained-figure.tsx';
import { type OutcomeFigure, readOutcome } from '../outcome-contract.ts';
import styles from './outcome-line.module.css';

const rereadMs = 60_000;

const outcome = queryOptions({
  queryKey: ['dashboard', 'outcome'],
  queryFn: ({ signal }) => callApi(readOutcome, {}, { signal }),
  refetchInterval: rereadMs,
});

/** The explanation of each figure, whose name is also its label. */
const explained = {
  Brought: 'brought',
  TakenOut: 'taken-out',
  Have: 'wealth',
  Result: 'result',
  Fees: 'fees',
  Subscription: 'subscription',
  Taxes: 'taxes',
} as const satisfies Record<OutcomeFigure, string>;

/** What the customer brought, took out and has, and so gained or lost, in one sentence; what was paid of it, in another. */
export function OutcomeLine() {
  const t = useTranslations('explanations');
  const format = useFormatter();
  const { data } = useQuery(outcome);
  const tell = (figure: OutcomeFigure) => () => (
    <ExplainedFigure figure={explained[figure]} name={t(`figures.${explained[figure]}`)}>
      <Amount value={data?.Shown[figure] ?? 0} {...(figure === 'Result' && { tone: 'change' as const })} />
    </ExplainedFigure>
  );
  const costs: [OutcomeFigure, ReactNode][] = [
    ['Fees', t.rich('outcome.fees', { fees: tell('Fees') })],
    ['Subscription', t.rich('outcome.subscription', { subscription: tell('Subscription') })],
    ['Taxes', t.rich('outcome.taxes', { taxes: tell('Taxes') })],
  ];
  const paid = costs.filter(([figure]) => data?.Shown[figure]);
  return (
    <p className={styles.line}>
      {data && (
        <>
          {t.rich('outcome.line', {
            brought: tell('Brought'),
            takenOut: tell('TakenOut'),
            have: tell('Have'),
            result: tell('Result'),
          })}{' '}
          {paid.length > 0 &&
            t.rich('outcome.costs', {
              costs: () => format.list(paid.map(([figure, words]) => <Fragment key={figure}>{words}</Fragment>)),
            })}
        </>
      )}
    </p>
  );
}
