import { useTranslations } from 'use-intl';
import { fromJsonNumber, toJsonNumber } from '#money/money.ts';
import { Amount, useUsd } from '#money/web/amount.tsx';
import { ApiRefusal } from '#platform/web/api-failure.ts';
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { usePercent } from '#platform/web/ui/percent.tsx';
import type { Stake } from '../contract.ts';
import { cancelFee, settleEarly } from '../plans.ts';
import { useCancelStake } from './data.ts';
import { returnOf } from './stake-return.ts';

interface CancelStakeDialogProps {
  stake: Stake;
  onClose: () => void;
}

/** What leaving now costs and gives back, to the cent, before it is done. */
export function CancelStakeDialog({ stake, onClose }: CancelStakeDialogProps) {
  const t = useTranslations('stakes.cancel');
  const formatUsd = useUsd();
  const canceling = useCancelStake();
  const { refund } = settleEarly(fromJsonNumber(stake.Amount));

  function confirm() {
    const onError = (error: Error) => error instanceof ApiRefusal && error.code === 'stake_not_running' && onClose();
    canceling.mutate({ params: { id: stake.Id } }, { onSuccess: onClose, onError });
  }

  return (
    <ConfirmDialog
      title={t('title')}
      isOpen
      onClose={onClose}
      onConfirm={confirm}
      confirmLabel={t('confirm', { amount: formatUsd(toJsonNumber(refund)) })}
      backLabel={t('keep')}
      isWorking={canceling.isPending}
      isReady={stake.Status === 'in_progress'}
      isDanger
    >
      {stake.Status === 'in_progress' ? <Cost stake={stake} /> : <Notice>{t('ended')}</Notice>}
    </ConfirmDialog>
  );
}

function Cost({ stake }: { stake: Stake }) {
  const t = useTranslations('stakes.cancel');
  const formatUsd = useUsd();
  const percent = usePercent();
  const { fee, refund } = settleEarly(fromJsonNumber(stake.Amount));
  return (
    <>
      <p>{t('question', { amount: formatUsd(stake.Amount) })}</p>
      <Facts>
        <Fact label={t('amount')}>
          <Amount value={stake.Amount} />
        </Fact>
        <Fact label={t('fee', { percent: percent(toJsonNumber(cancelFee)) })}>
          <Amount value={-toJsonNumber(fee)} tone="change" />
        </Fact>
        <Fact label={t('refund')} isResult>
          <Amount value={toJsonNumber(refund)} />
        </Fact>
      </Facts>
      <Notice tone="caution">
        {t('forfeit', { profit: formatUsd(stake.Profit) })}{' '}
        {t.rich('wait', { amount: formatUsd(returnOf(stake)), date: () => <DateTime value={stake.End} /> })}
      </Notice>
    </>
  );
}
