import { useTranslations } from 'use-intl';
import { type Micros, toJsonNumber } from '#money/money.ts';
import { Amount, useUsd } from '#money/web/amount.tsx';
import { Disclosure } from '#platform/web/ui/disclosure.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { usePercent } from '#platform/web/ui/percent.tsx';
import { ProfitSetAside } from '#positions/web/profit-set-aside.tsx';
import { TaxFact } from '#positions/web/withheld.tsx';
import { simulate, type SimulatedPlan } from '../simulate.ts';
import styles from './simulator.module.css';

/** The arithmetic, step by step; the source of the profit; and the refund for leaving early. */
export function SimulatedWhy({ plan, amount }: { plan: SimulatedPlan; amount: Micros }) {
  const t = useTranslations('catalog.simulator');
  const percent = usePercent();
  const formatUsd = useUsd();
  const { profit, total, early } = simulate(plan, amount);
  const dollars = toJsonNumber(amount);
  return (
    <Disclosure summary={t('why')}>
      <div className={styles.why}>
        <Facts>
          <Fact label={t('put')}>
            <Amount value={dollars} />
          </Fact>
          <Fact label={t('profit', { amount: formatUsd(dollars), rate: percent(plan.rate) })}>
            <Amount value={toJsonNumber(profit)} tone="change" />
          </Fact>
          <TaxFact profit={profit} taxRate={plan.taxRate} />
          <Fact label={t('back', { days: plan.days })} isResult>
            <Amount value={toJsonNumber(total)} />
          </Fact>
          {early && plan.cancelFee !== null && (
            <Fact label={t('early', { fee: percent(plan.cancelFee) })}>
              <Amount value={toJsonNumber(early.refund)} />
            </Fact>
          )}
        </Facts>
        <ProfitSetAside profit={toJsonNumber(profit)} />
        {!early && <p>{t('noExit')}</p>}
      </div>
    </Disclosure>
  );
}
