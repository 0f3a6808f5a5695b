import { useTranslations } from 'use-intl';
import type { ReactNode, SyntheticEvent } from 'react';
import { useSite } from '#platform/web/site.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Checkbox } from '#platform/web/ui/checkbox.tsx';
import { DialogActions, DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { IconRetry } from '#platform/web/ui/icons-action.tsx';
import { IconVault } from '#platform/web/ui/icons-navigation.tsx';
import { IconAlert, IconClock } from '#platform/web/ui/icons-status.tsx';
import { usePercent } from '#platform/web/ui/percent.tsx';
import type { Plan } from '../contract.ts';
import type { NewInvestmentEvent } from './new-investment-steps.ts';
import styles from './terms-step.module.css';

interface TermsStepProps {
  plan: Plan;
  isAccepted: boolean;
  send: (event: NewInvestmentEvent) => void;
}

/** Step 1: what the vault is, that there is no way out before its end, and what can go wrong. */
export function TermsStep({ plan, isAccepted, send }: TermsStepProps) {
  const t = useTranslations('primevault.new');
  function proceed(event: SyntheticEvent) {
    event.preventDefault();
    send({ type: 'continued' });
  }
  return (
    <form onSubmit={proceed}>
      <DialogBody>
        <Terms plan={plan} />
        <Checkbox
          isChecked={isAccepted}
          isRequired
          onChange={(accepted) => send({ type: 'accepted', isAccepted: accepted })}
        >
          {t('accept')}
        </Checkbox>
      </DialogBody>
      <DialogActions>
        <Button kind="primary" type="submit" disabled={!isAccepted}>
          {t('continue')}
        </Button>
      </DialogActions>
    </form>
  );
}

function Terms({ plan }: { plan: Plan }) {
  const t = useTranslations('primevault');
  const percent = usePercent();
  const { riskNote } = useSite();
  return (
    <dl className={styles.terms}>
      <Term icon={<IconClock />} title={t('new.term')}>
        {t('new.termText', { days: t('days', { days: plan.Days }) })}
      </Term>
      <Term icon={<IconRetry />} title={t('new.return')}>
        {t('new.returnText', { rate: percent(plan.Rate) })}
      </Term>
      <Term icon={<IconVault />} title={t('new.exit')}>
        {t('new.exitText')}
      </Term>
      <Term icon={<IconAlert />} title={t('new.risk')}>
        {riskNote || t('new.riskText')}
      </Term>
    </dl>
  );
}

function Term({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className={styles.term}>
      <dt>
        {icon}
        {title}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
