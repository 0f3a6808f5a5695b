import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { useGap } from '#platform/web/i18n/use-gap.ts';
import { Amount, useUsd } from '#money/web/amount.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { useDialogAddress } from '#platform/web/ui/use-dialog-address.ts';
import type { Transfer } from '../contract.ts';
import { walletQueries } from './data.ts';
import { AskSupport } from './ask-support.tsx';
import { useInSight } from './follow-transfer.ts';
import { ProgressWays } from './progress-ways.tsx';
import { TransferSteps } from './transfer-steps.tsx';
import { useRate, useSettled } from './use-settled.ts';
import { Said } from '#platform/web/ui/said.tsx';

interface DepositProgressProps {
  /** The deposit as the server accepted it. */
  sent: Transfer;
  onClose: () => void;
  onAgain: () => void;
  /** Leads back to the choice that this was brought for; null if for none. */
  goOn: (() => void) | null;
}

/** The current state of a deposit, refetched until the brokerage has answered (`follow-transfer.ts`). */
export function DepositProgress({ sent, onClose, onAgain, goOn }: DepositProgressProps) {
  const { data } = useQuery(walletQueries.deposits);
  const transfer = data?.find(({ Id }) => Id === sent.Id) ?? sent;
  useInSight(sent.Id);
  return (
    <>
      <DialogBody>
        <Steps transfer={transfer} />
        <State transfer={transfer} />
        <AskSupport transfer={transfer} />
        {transfer.Status !== 'canceled' && <Terms transfer={transfer} />}
      </DialogBody>
      <ProgressWays isCanceled={transfer.Status === 'canceled'} onClose={onClose} onAgain={onAgain}>
        {transfer.Status === 'complete' && (goOn ? <GoOn onClick={goOn} /> : <NewStake />)}
      </ProgressWays>
    </>
  );
}

function Steps({ transfer }: { transfer: Transfer }) {
  const t = useTranslations('wallet.progress');
  return <TransferSteps status={transfer.Status} answering={t('broker')} arrived={t('arrived')} />;
}

function State({ transfer }: { transfer: Transfer }) {
  const t = useTranslations('wallet');
  const formatUsd = useUsd();
  const gap = useGap();
  return (
    <Said>
      {transfer.Status === 'in_progress' && t('progress.waiting')}
      {transfer.Status === 'complete' && t('progress.complete', { amount: formatUsd(transfer.Amount) })}
      {transfer.Status === 'canceled' && `${t('progress.canceled')}${gap}${transfer.Notes}`}
    </Said>
  );
}

function Terms({ transfer }: { transfer: Transfer }) {
  const t = useTranslations('wallet.deposit');
  const settled = useSettled();
  const formatRate = useRate();
  return (
    <Facts>
      <Fact label={t('rate')}>
        {transfer.Currency === 'usdt' ? t('oneToOne') : t('ratePerUsd', { rate: formatRate(transfer.Rate) })}
      </Fact>
      <Fact label={t('leaves')}>{settled(transfer.Net, transfer.Currency)}</Fact>
      <Fact label={t('arrives')} isResult>
        <Amount value={transfer.Amount} />
      </Fact>
    </Facts>
  );
}

/** Back to the step that the amount was missing in. */
function GoOn({ onClick }: { onClick: () => void }) {
  const t = useTranslations('wallet.progress');
  return (
    <Button kind="primary" onClick={onClick}>
      {t('goOn')}
    </Button>
  );
}

function NewStake() {
  const t = useTranslations('wallet.progress');
  const newStake = useDialogAddress('new-stake');
  return (
    <Button kind="primary" onClick={() => newStake.open()}>
      {t('newStake')}
    </Button>
  );
}
