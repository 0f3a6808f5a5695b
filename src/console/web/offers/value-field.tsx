import { useTranslations } from 'use-intl';
import type { Unit } from '#console/offers-contract.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Checkbox } from '#platform/web/ui/checkbox.tsx';
import { Select } from '#platform/web/ui/select.tsx';
import { TextField } from '#platform/web/ui/text-field.tsx';
import { lists, type PlanDraft, readPlans } from './drafts.ts';
import styles from './offers.module.css';

interface ValueFieldProps {
  label: string;
  unit: Unit | null;
  /** As it is typed. */
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

const before: Partial<Record<Unit, string>> = { usd: 'US$', brl: 'R$', amounts: 'US$' };
const after: Partial<Record<Unit, string>> = { percent: '%', percents: '%' };

/** Input for a setting's new value, chosen by its unit. */
export function ValueField({ unit, ...field }: ValueFieldProps) {
  const t = useTranslations('console.offers');
  if (unit === 'plans')
    return <PlanFields plans={readPlans(field.value)} onChange={(plans) => field.onChange(JSON.stringify(plans))} />;
  if (unit === 'open') {
    const options = (['true', 'false'] as const).map((value) => ({
      value,
      label: t(value === 'true' ? 'open' : 'closed'),
    }));
    return <Select options={[{ value: '', label: '—' }, ...options]} {...field} />;
  }
  const name = unit ?? 'count';
  return (
    <TextField
      hint={t(`hints.${name}`)}
      before={before[name]}
      after={
        after[name] && (
          <span className={styles.unit} aria-hidden="true">
            {after[name]}
          </span>
        )
      }
      // Numeric keypads have no space key.
      inputMode={lists.has(name) || name === 'zone' ? 'text' : 'decimal'}
      maxLength={1000}
      autoComplete="off"
      {...field}
    />
  );
}

function PlanFields({ plans, onChange }: { plans: PlanDraft[]; onChange: (plans: PlanDraft[]) => void }) {
  const t = useTranslations('console.offers.planFields');
  const change = (at: number, part: Partial<PlanDraft>) =>
    onChange(plans.map((plan, place) => (place === at ? { ...plan, ...part } : plan)));
  return (
    <div>
      {plans.map((plan, at) => (
        // A row being typed has no stable key of its own.
        // oxlint-disable-next-line react/no-array-index-key
        <fieldset key={at} className={styles.plan} aria-label={t('plan', { number: at + 1 })}>
          <TextField
            label={t('days')}
            inputMode="numeric"
            value={plan.days}
            onChange={(days) => change(at, { days })}
            maxLength={4}
          />
          <TextField
            label={t('rate')}
            inputMode="decimal"
            value={plan.rate}
            onChange={(rate) => change(at, { rate })}
            maxLength={8}
          />
          <TextField
            label={t('amounts')}
            inputMode="text"
            value={plan.amounts}
            onChange={(amounts) => change(at, { amounts })}
            maxLength={300}
          />
          <Checkbox isChecked={plan.offered} onChange={(offered) => change(at, { offered })}>
            {t('offered')}
          </Checkbox>
          <Button
            size="small"
            aria-label={t('removeThis', { days: plan.days })}
            onClick={() => onChange(plans.filter((_, place) => place !== at))}
          >
            {t('remove')}
          </Button>
        </fieldset>
      ))}
      <Button size="small" onClick={() => onChange([...plans, { days: '', rate: '', amounts: '', offered: true }])}>
        {t('add')}
      </Button>
    </div>
  );
}
