import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useEffect, useRef } from 'react';
import { Amount } from '#money/web/amount.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { DialogActions, DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import type { Transfer } from '../contract.ts';
import { walletQueries } from './data.ts';
import { TransferSteps } from './transfer-steps.tsx';
import { useExactUsd, useRate, useSettled } from './use-settled.ts';

interface WithdrawProgressProps {
  /** As it was when the server took it. */
  sent: Transfer;
  onClose: () => void;
  onAgain: () => void;
}

/** A withdrawal on its way, as it is now: read again until it has ended (`follow-transfer.ts`). */
export function WithdrawProgress({ sent, onClose, onAgain }: WithdrawProgressProps) {
  const { data } = useQuery(walletQueries.withdrawals);
  const transfer = data?.find(({ Id }) => Id === sent.Id) ?? sent;
  return (
    <>
      <DialogBody>
        <Steps transfer={transfer} />
        <Said transfer={transfer} />
        <Terms transfer={transfer} />
      </DialogBody>
      <Ways isCanceled={transfer.Status === 'canceled'} onClose={onClose} onAgain={onAgain} />
    </>
  );
}

/** With the operator's step where it was over the limit. */
function Steps({ transfer }: { transfer: Transfer }) {
  const t = useTranslations('wallet');
  const { data: terms } = useQuery(walletQueries.terms);
  const isOver = terms !== undefined && transfer.Amount > terms.Limit;
  return (
    <TransferSteps
      status={transfer.Status}
      answering={isOver ? t('withdraw.approvalAndBroker') : t('progress.broker')}
      arrived={t('withdraw.arrived')}
    />
  );
}

function Said({ transfer }: { transfer: Transfer }) {
  const t = useTranslations('wallet.withdraw');
  const settled = useSettled();
  return (
    <p role="status">
      {transfer.Status === 'in_progress' && `${transfer.Notes} ${t('mayClose')}`}
      {transfer.Status === 'complete' && t('complete', { amount: settled(transfer.Net, transfer.Currency) })}
      {transfer.Status === 'canceled' && transfer.Notes}
    </p>
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
      <Fact label={isUsdt ? t('withdraw.feePercent') : t('deposit.fee')}>
        {isUsdt ? exactUsd(transfer.Fee) : t('deposit.noFee')}
      </Fact>
      <Fact label={t('deposit.rate')}>
        {isUsdt ? t('deposit.oneToOne') : t('deposit.ratePerUsd', { rate: formatRate(transfer.Rate) })}
      </Fact>
      <Fact label={t('withdraw.arrives')} isResult>
        {settled(transfer.Net, transfer.Currency)}
      </Fact>
    </Facts>
  );
}

interface WaysProps {
  isCanceled: boolean;
  onClose: () => void;
  onAgain: () => void;
}

function Ways({ isCanceled, onClose, onAgain }: WaysProps) {
  const t = useTranslations('wallet.progress');
  const close = useTranslations('platform')('close');
  const first = useRef<HTMLDivElement>(null);
  // The button that sent it is gone; the keyboard goes on where the dialog can be left.
  useEffect(() => first.current?.querySelector('button')?.focus(), []);
  return (
    <div ref={first}>
      <DialogActions>
        <Button onClick={onClose}>{close}</Button>
        {isCanceled && (
          <Button kind="primary" onClick={onAgain}>
            {t('again')}
          </Button>
        )}
      </DialogActions>
    </div>
  );
}
