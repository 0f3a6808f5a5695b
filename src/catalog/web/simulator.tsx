import { useTranslations } from 'use-intl';
import { toJsonNumber, usd } from '#money/money.ts';
import { useUsd } from '#money/web/amount.tsx';
import { useWholeUsd } from '#money/web/whole-usd.ts';
import { AmountField } from '#money/web/amount-field.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { usePercent } from '#platform/web/ui/percent.tsx';
import { RadioCards } from '#platform/web/ui/radio-cards.tsx';
import { nearestAmounts, simulate, takes } from '../simulate.ts';
import { SimulatedWhy } from './simulated-why.tsx';
import styles from './simulator.module.css';
import type { SimulationState } from './use-simulation.ts';

interface SimulatorProps {
  state: SimulationState;
  /** Opens the chosen plan; offered only where the plan accepts the amount. */
  onChoose?: (() => void) | undefined;
}

/** The outcome for an amount, updated while typing and computed by the server's own rule, with an explanation. */
export function Simulator({ state, onChoose }: SimulatorProps) {
  const t = useTranslations('catalog.simulator');
  const { plan, amount, typed } = state;
  const isTaken = amount !== null && takes(plan, amount);
  return (
    <Card title={t('title')}>
      <div className={styles.form}>
        <Plans state={state} />
        <AmountField label={t('amount')} value={typed} onChange={state.type} />
      </div>
      <Answer state={state} />
      {amount !== null && !isTaken && <Neighbours state={state} />}
      {amount !== null && <SimulatedWhy plan={plan} amount={amount} />}
      {onChoose && isTaken && (
        <p>
          <Button onClick={onChoose}>{t(`choose.${plan.product}`)}</Button>
        </p>
      )}
    </Card>
  );
}

function Plans({ state: { plans, plan, choosePlan } }: { state: SimulationState }) {
  const t = useTranslations('catalog');
  const percent = usePercent();
  return (
    <RadioCards
      label={t('simulator.plan')}
      size="large"
      value={plans.indexOf(plan)}
      options={plans.map(({ product, days, rate }, at) => ({
        value: at,
        label: t('days', { days }),
        note: t('simulator.planNote', { product: t(`names.${product}`), rate: percent(rate) }),
      }))}
      onChange={(at) => choosePlan(plans[at] ?? plan)}
    />
  );
}

/** `US$ 100,00 por 180 dias → US$ 240,00`; announced to screen readers when it changes. */
function Answer({ state: { plan, amount } }: { state: SimulationState }) {
  const t = useTranslations('catalog.simulator');
  const formatUsd = useUsd();
  return (
    <p className={styles.answer} role="status">
      {amount === null
        ? t('noAmount')
        : t.rich('answer', {
            amount: formatUsd(toJsonNumber(amount)),
            days: plan.days,
            total: formatUsd(toJsonNumber(simulate(plan, amount).total)),
            strong: (said) => <strong className={styles.total}>{said}</strong>,
          })}
    </p>
  );
}

/** Shown when the plan does not accept the amount: the nearest accepted ones, as buttons. */
function Neighbours({ state: { plan, amount, chooseAmount } }: { state: SimulationState }) {
  const t = useTranslations('catalog.simulator');
  const formatWhole = useWholeUsd();
  if (amount === null) return null;
  return (
    <div className={styles.neighbours}>
      <span>{t('notTaken')}</span>
      {nearestAmounts(plan, amount).map((dollars) => (
        <Button key={dollars} size="small" onClick={() => chooseAmount(usd(String(dollars)))}>
          {formatWhole(dollars)}
        </Button>
      ))}
    </div>
  );
}
