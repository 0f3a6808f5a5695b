import { useTranslations } from 'use-intl';
import { useSite } from '#platform/web/site.ts';
import { IconRetry } from '#platform/web/ui/icons-action.tsx';
import { IconVault } from '#platform/web/ui/icons-navigation.tsx';
import { IconAlert, IconClock } from '#platform/web/ui/icons-status.tsx';
import { usePercent } from '#platform/web/ui/percent.tsx';
import { Term, TermsForm } from '#platform/web/ui/terms-form.tsx';
import { TaxTerm } from '#positions/web/withheld.tsx';
import type { Plan } from '../contract.ts';
import type { NewInvestmentEvent } from './new-investment-steps.ts';

interface TermsStepProps {
  plan: Plan;
  isAccepted: boolean;
  send: (event: NewInvestmentEvent) => void;
}

/** Step 1: what the vault is, that there is no way out before its end, and what can go wrong. */
export function TermsStep({ plan, isAccepted, send }: TermsStepProps) {
  const t = useTranslations('primevault.new');
  return (
    <TermsForm
      accept={t('accept', { isTaxed: String(plan.TaxRate !== undefined) })}
      proceed={t('continue')}
      isAccepted={isAccepted}
      onAccept={(accepted) => send({ type: 'accepted', isAccepted: accepted })}
      onProceed={() => send({ type: 'continued' })}
    >
      <Terms plan={plan} />
    </TermsForm>
  );
}

function Terms({ plan }: { plan: Plan }) {
  const t = useTranslations('primevault');
  const percent = usePercent();
  const { riskNote } = useSite();
  return (
    <>
      <Term icon={<IconClock />} title={t('new.term')}>
        {t('new.termText', { days: t('days', { days: plan.Days }) })}
      </Term>
      <Term icon={<IconRetry />} title={t('new.return')}>
        {t('new.returnText', { rate: percent(plan.Rate), isTaxed: String(plan.TaxRate !== undefined) })}
      </Term>
      <TaxTerm taxRate={plan.TaxRate} />
      <Term icon={<IconVault />} title={t('new.exit')}>
        {t('new.exitText')}
      </Term>
      <Term icon={<IconAlert />} title={t('new.risk')}>
        {riskNote || t('new.riskText')}
      </Term>
    </>
  );
}
