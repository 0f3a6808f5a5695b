import { useFormatter, useTranslations } from 'use-intl';
import { toJsonNumber, usd } from '#money/money.ts';
import { useUsd } from '#money/web/amount.tsx';
import { useSite } from '#platform/web/site.ts';
import { IconRetry } from '#platform/web/ui/icons-action.tsx';
import { IconArrowStart } from '#platform/web/ui/icons-navigation.tsx';
import { IconAlert, IconClock } from '#platform/web/ui/icons-status.tsx';
import { usePercent } from '#platform/web/ui/percent.tsx';
import { Term, TermsForm } from '#platform/web/ui/terms-form.tsx';
import { cancelFee, offeredOf, settleEarly, type StakePlan } from '../plans.ts';
import type { NewStakeEvent } from './new-stake-steps.ts';

interface TermsStepProps {
  plans: readonly StakePlan[];
  isAccepted: boolean;
  send: (event: NewStakeEvent) => void;
}

/** Step 1: what a stake is, what it costs to leave, and what can go wrong. Nothing goes on before it is accepted. */
export function TermsStep({ plans, isAccepted, send }: TermsStepProps) {
  const t = useTranslations('stakes.newStake');
  return (
    <TermsForm
      accept={t('accept')}
      proceed={t('continue')}
      isAccepted={isAccepted}
      onAccept={(accepted) => send({ type: 'accepted', isAccepted: accepted })}
      onProceed={() => send({ type: 'continued' })}
    >
      <Terms plans={plans} />
    </TermsForm>
  );
}

const example = usd('100');

function Terms({ plans }: Pick<TermsStepProps, 'plans'>) {
  const t = useTranslations('stakes');
  const format = useFormatter();
  const percent = usePercent();
  const formatUsd = useUsd();
  const { riskNote } = useSite();
  const offered = offeredOf(plans);
  const rates = offered.map((plan) => toJsonNumber(plan.rate));
  const { refund } = settleEarly(example);
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
        {t('newStake.returnText', { low: percent(Math.min(...rates)), high: percent(Math.max(...rates)) })}
      </Term>
      <Term icon={<IconArrowStart />} title={t('newStake.early')}>
        {t('newStake.earlyText', {
          fee: percent(toJsonNumber(cancelFee)),
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
