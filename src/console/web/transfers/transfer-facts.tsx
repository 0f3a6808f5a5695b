import { useFormatter, useTranslations } from 'use-intl';
import { Link } from 'react-router';
import type { TransferHistory } from '#console/transfers-contract.ts';
import { Amount } from '#money/web/amount.tsx';
import { Count } from '#platform/web/ui/count.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { useRate } from '#wallet/web/use-settled.ts';
import shared from '../shared.module.css';
import { TransferState } from './transfer-state.tsx';
import styles from './transfers.module.css';

/** What a transfer is, to whom, and why it waits. */
export function TransferFacts({ transfer }: { transfer: TransferHistory }) {
  const t = useTranslations('console.transfers');
  const format = useFormatter();
  const formatRate = useRate();
  const { Customer, Direction, Currency, Net, Rate, ByHand, State, WaitsBecause } = transfer;
  return (
    <Facts>
      <Fact label={t('state')}>
        <TransferState transfer={transfer} />
      </Fact>
      <Fact label={t('customer')}>
        <Link to={`/customers/${Customer.Id}`} dir="auto">
          {Customer.Name}
        </Link>{' '}
        · <span dir="ltr">{Customer.Email}</span>
      </Fact>
      <Fact label={t('direction')}>{t(`directions.${Direction}`)}</Fact>
      <Fact label={t('amount')}>
        <Amount value={transfer.Amount} />
      </Fact>
      {transfer.Fee > 0 && (
        <Fact label={t('fee')}>
          <Amount value={transfer.Fee} />
        </Fact>
      )}
      <Fact label={t('net')}>
        {format.number(Net, { minimumFractionDigits: 2, maximumFractionDigits: 2 })} {Currency.toUpperCase()}
      </Fact>
      {Currency === 'brl' && <Fact label={t('rate')}>{formatRate(Rate)}</Fact>}
      {State === 'awaiting_approval' && WaitsBecause && (
        <Fact label={t('waitsBecause')}>{t(`waits.${WaitsBecause}`)}</Fact>
      )}
      <Fact label={t('attempts')}>
        <Count value={transfer.Attempts} />
      </Fact>
      {transfer.Next && (
        <Fact label={t('next')}>
          <DateTime value={transfer.Next} show="minute" />
        </Fact>
      )}
      {transfer.Reason && (
        <Fact label={t('reason')}>
          <span dir="auto">{transfer.Reason}</span>
        </Fact>
      )}
      {ByHand && (
        <Fact label={t('byHand')}>
          <span dir="auto" className={styles.evidence}>
            {ByHand.Evidence}
          </span>
        </Fact>
      )}
      <Fact label={t('reference')}>
        <code className={shared.key}>{transfer.Id}</code>
      </Fact>
    </Facts>
  );
}
