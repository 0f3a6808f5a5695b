import { useFormatter, useTranslations } from 'use-intl';
import { percentFromJsonNumber, toJsonNumber, usd } from '#money/money.ts';
import { splitByFee } from '#positions/promised-profit.ts';
import { useUsd } from '#money/web/amount.tsx';
import { useSite } from '#platform/web/site.ts';
import { IconRetry } from '#platform/web/ui/icons-action.tsx';
import { IconArrowStart } from '#platform/web/ui/icons-navigation.tsx';
import { IconAlert, IconClock } from '#platform/web/ui/icons-status.tsx';
import { usePercent } from '#platform/web/ui/percent.tsx';
import { Term, TermsForm } from '#platform/web/ui/terms-form.tsx';
import { TaxTerm } from '#positions/web/withheld.tsx';
import { offeredOf, type StakePlan } from '../plans.ts';
import type { NewStakeEvent } from './new-stake-steps.ts';

interface TermsStepProps {
  plans: readonly StakePlan[];
  /** What leaving early costs, per cent. */
  cancelFee: number;
  /** What is withheld of the profit, per cent; left out where nothing is. */
  taxRate: number | undefined;
  isAccepted: boolean;
  send: (event: NewStakeEvent) => void;
}

/** Step 1: what a stake is, what it costs to leave, and what can go wrong. Nothing goes on before it is accepted. */
export function TermsStep({ plans, cancelFee, taxRate, isAccepted, send }: TermsStepProps) {
  const t = useTranslations('stakes.newStake');
  return (
    <TermsForm
      accept={t('accept', { isTaxed: String(taxRate !== undefined) })}
      proceed={t('continue')}
      isAccepted={isAccepted}
      onAccept={(accepted) => send({ type: 'accepted', isAccepted: accepted })}
      onProceed={() => send({ type: 'continued' })}
    >
      <Terms plans={plans} cancelFee={cancelFee} taxRate={taxRate} />
    </TermsForm>
  );
}

const example = usd('100');

function Terms({ plans, cancelFee, taxRate }: Pick<TermsStepProps, 'plans' | 'cancelFee' | 'taxRate'>) {
  const t = useTranslations('stakes');
  const format = useFormatter();
  const percent = usePercent();
  const formatUsd = useUsd();
  const { riskNote } = useSite();
  const offered = offeredOf(plans);
  const rates = offered.map((plan) => toJsonNumber(plan.rate));
  const { refund } = splitByFee(example, percentFromJsonNumber(cancelFee));
  return (
    <>
      <Term icon={<IconClock />} title={t('newStake.term')}>
        {t('newStake.termText', {
          days: format.list(
            offered.map((plan) => format.number(plan.days)),
            { type: 'disjunction' },
          ),
        })}
      </Term>
      <Term icon={<IconRetry />} title={t('newStake.return')}>
        {t('newStake.returnText', {
          low: percent(Math.min(...rates)),
          high: percent(Math.max(...rates)),
          isTaxed: String(taxRate !== undefined),
        })}
      </Term>
      <TaxTerm taxRate={taxRate} />
      <Term icon={<IconArrowStart />} title={t('newStake.early')}>
        {t('newStake.earlyText', {
          fee: percent(cancelFee),
          amount: formatUsd(toJsonNumber(example)),
          refund: formatUsd(toJsonNumber(refund)),
        })}
      </Term>
      <Term icon={<IconAlert />} title={t('newStake.risk')}>
        {riskNote || t('newStake.riskText')}
      </Term>
    </>
  );
}
