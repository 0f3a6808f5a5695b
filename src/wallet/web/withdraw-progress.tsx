import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useGap } from '#platform/web/i18n/use-gap.ts';
import { fromJsonNumber } from '#money/money.ts';
import { Amount } from '#money/web/amount.tsx';
import { useExactUsd } from '#money/web/exact-usd.tsx';
import { DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import type { Transfer } from '../contract.ts';
import { walletQueries } from './data.ts';
import { AskSupport } from './ask-support.tsx';
import { useInSight } from './follow-transfer.ts';
import { ProgressWays } from './progress-ways.tsx';
import { TransferSteps } from './transfer-steps.tsx';
import { useRate, useSettled } from './use-settled.ts';
import { Said } from '#platform/web/ui/said.tsx';

interface WithdrawProgressProps {
  /** The transfer as the server accepted it. */
  sent: Transfer;
  onClose: () => void;
  onAgain: () => void;
}

/** The current state of a withdrawal on its way, refetched until it has ended (`follow-transfer.ts`). */
export function WithdrawProgress({ sent, onClose, onAgain }: WithdrawProgressProps) {
  const { data } = useQuery(walletQueries.withdrawals);
  const transfer = data?.find(({ Id }) => Id === sent.Id) ?? sent;
  useInSight(sent.Id);
  return (
    <>
      <DialogBody>
        <Steps transfer={transfer} />
        <State transfer={transfer} />
        <AskSupport transfer={transfer} />
        <Terms transfer={transfer} />
      </DialogBody>
      <ProgressWays isCanceled={transfer.Status === 'canceled'} onClose={onClose} onAgain={onAgain} />
    </>
  );
}

/** Includes the operator's step if there is one. */
function Steps({ transfer }: { transfer: Transfer }) {
  const t = useTranslations('wallet');
  return (
    <TransferSteps
      status={transfer.Status}
      answering={transfer.Reviewed ? t('withdraw.approvalAndBroker') : t('progress.broker')}
      arrived={t('withdraw.arrived')}
    />
  );
}

function State({ transfer }: { transfer: Transfer }) {
  const t = useTranslations('wallet.withdraw');
  const settled = useSettled();
  const gap = useGap();
  return (
    <Said>
      {transfer.Status === 'in_progress' && `${transfer.Notes}${gap}${t('mayClose')}`}
      {transfer.Status === 'complete' && t('complete', { amount: settled(transfer.Net, transfer.Currency) })}
      {transfer.Status === 'canceled' && transfer.Notes}
    </Said>
  );
}

function Terms({ transfer }: { transfer: Transfer }) {
  const t = useTranslations('wallet');
  const settled = useSettled();
  const formatRate = useRate();
  const exactUsd = useExactUsd();
  const isUsdt = transfer.Currency === 'usdt';
  return (
    <Facts>
      <Fact label={t('withdraw.leaves')}>
        <Amount value={transfer.Amount} />
      </Fact>
      <Fact label={t('deposit.fee')}>{isUsdt ? exactUsd(fromJsonNumber(transfer.Fee)) : t('deposit.noFee')}</Fact>
      <Fact label={t('deposit.rate')}>
        {isUsdt ? t('deposit.oneToOne') : t('deposit.ratePerUsd', { rate: formatRate(transfer.Rate) })}
      </Fact>
      <Fact label={t('withdraw.arrives')} isResult>
        {settled(transfer.Net, transfer.Currency)}
      </Fact>
    </Facts>
  );
}
