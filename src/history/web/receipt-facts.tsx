import { useTranslations } from 'use-intl';
import { fromJsonNumber } from '#money/money.ts';
import { Amount } from '#money/web/amount.tsx';
import { ExactUsd } from '#money/web/exact-usd.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import type { Receipt } from '../contract.ts';
import { isWonOrLost, kindOf } from '../event-kind.ts';
import { shownAmountOf } from '../shown-line.ts';
import styles from './receipt.module.css';

/** What happened, line by line, as the statement shows it, followed by each entry of the event with all its digits. */
export function ReceiptFacts({ receipt }: { receipt: Receipt }) {
  const t = useTranslations('history.receipt');
  const { Date: moment, Kind, Description, Reference, Balance, Id, Transfers } = receipt;
  return (
    <>
      <p className={styles.amount}>
        <Amount value={shownAmountOf(receipt)} tone={isWonOrLost(receipt) ? 'change' : 'moved'} />
        <span>{Description}</span>
      </p>
      <Facts>
        <Fact label={t('date')}>
          <DateTime value={moment} show="minute" />
        </Fact>
        <Fact label={t('kind')}>{t(`kinds.${kindOf(Kind)}`)}</Fact>
        <Fact label={t('balance')}>
          <Amount value={Balance} />
        </Fact>
        <Fact label={t('number')}>
          <bdi translate="no">{Id}</bdi>
        </Fact>
      </Facts>
      {Reference !== null && (
        <p className={styles.reference}>
          <span>{t('reference')}</span>
          <bdi translate="no">{Reference}</bdi>
        </p>
      )}
      <section className={styles.moved}>
        <h3>{t('transfers')}</h3>
        <ul>
          {Transfers.map((transfer) => (
            <li key={transfer.Id} data-this={transfer.Id === Id || undefined}>
              <span>{t('transfer', { from: transfer.From, to: transfer.To })}</span>
              <ExactUsd amount={fromJsonNumber(transfer.Amount)} />
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
