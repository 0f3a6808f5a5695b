import { useTranslations } from 'use-intl';
import { useGap } from '#platform/web/i18n/use-gap.ts';
import { toJsonNumber } from '#money/money.ts';
import { Amount, useUsd } from '#money/web/amount.tsx';
import { ApiRefusal } from '#platform/web/api-failure.ts';
import { useStill } from '#platform/web/intents/use-still.ts';
import { type ApprovalStep, approvedBy, useApproval } from '#platform/web/intents/use-approval.tsx';
import { MoneyDialog } from '#platform/web/intents/money-dialog.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { DialogActions, DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { usePercent } from '#platform/web/ui/percent.tsx';
import type { Stake } from '../contract.ts';
import { useCancelStake } from './moves.ts';
import { returnOf, settleEarly } from './stake-return.ts';

interface CancelStakeDialogProps {
  stake: Stake;
  onClose: () => void;
  /** The last step for a customer with a second factor. */
  ApprovalStep: ApprovalStep;
}

/** Shows what leaving now costs and gives back, to the cent, before the customer confirms. */
export function CancelStakeDialog({ stake: present, onClose, ApprovalStep }: CancelStakeDialogProps) {
  const t = useTranslations('stakes.cancel');
  const close = useTranslations('platform')('close');
  const formatUsd = useUsd();
  const canceling = useCancelStake();
  // Once it has succeeded, too: until the dialog is gone, its own stake is not one that ended elsewhere.
  const stake = useStill(present, canceling.isPending || canceling.isSuccess);
  const { refund } = settleEarly(stake);
  const isRunning = stake.Status === 'in_progress';
  const params = { id: stake.Id };

  const asked = useApproval(ApprovalStep, send);
  function send(input: typeof params, approval?: string) {
    canceling.mutate(
      { params: input, headers: approvedBy(approval) },
      { onSuccess: onClose, onError: (error) => recover(input, error) },
    );
  }
  function recover(input: typeof params, error: Error) {
    asked.recover(input, error);
    if (error instanceof ApiRefusal && error.code === 'stake_not_running') onClose();
  }
  const confirm = () => send(params);
  const step = asked.step(
    ({ id }) => ({ purpose: 'leave', position: id, amount: toJsonNumber(refund) }),
    canceling.isPending,
  );

  const label = t('confirm', { amount: formatUsd(toJsonNumber(refund)) });
  return (
    <MoneyDialog
      title={t('title')}
      isOpen
      onClose={onClose}
      move={canceling}
      params={params}
      describe={() => label}
      onSendAgain={() => send(params, asked.given)}
    >
      {step ?? (
        <>
          <DialogBody>{isRunning ? <Cost stake={stake} /> : <Notice>{t('ended')}</Notice>}</DialogBody>
          <DialogActions>
            <Button onClick={onClose} disabled={canceling.isPending}>
              {isRunning ? t('keep') : close}
            </Button>
            {isRunning && (
              <Button kind="danger" onClick={confirm} isWorking={canceling.isPending}>
                {label}
              </Button>
            )}
          </DialogActions>
        </>
      )}
    </MoneyDialog>
  );
}

function Cost({ stake }: { stake: Stake }) {
  const t = useTranslations('stakes.cancel');
  const formatUsd = useUsd();
  const percent = usePercent();
  const gap = useGap();
  const { fee, refund } = settleEarly(stake);
  return (
    <>
      <p>{t('question', { amount: formatUsd(stake.Amount) })}</p>
      <Facts>
        <Fact label={t('amount')}>
          <Amount value={stake.Amount} />
        </Fact>
        <Fact label={t('fee', { percent: percent(stake.CancelFee) })}>
          <Amount value={-toJsonNumber(fee)} tone="change" />
        </Fact>
        <Fact label={t('refund')} isResult>
          <Amount value={toJsonNumber(refund)} />
        </Fact>
      </Facts>
      <Notice tone="caution">
        {t('forfeit', { profit: formatUsd(stake.Profit) })}
        {gap}
        {t.rich('wait', { amount: formatUsd(returnOf(stake)), date: () => <DateTime value={stake.End} /> })}
      </Notice>
    </>
  );
}
