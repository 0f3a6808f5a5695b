import { useTranslations } from 'use-intl';
import { Amount } from '#money/web/amount.tsx';
import { DateTime } from '#platform/web/ui/date-time.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import type { Receipt } from '../contract.ts';
import { kindOf } from '../event-kind.ts';
import styles from './receipt.module.css';

/** What happened, line by line, and then each movement of the event. */
export function ReceiptFacts({ receipt }: { receipt: Receipt }) {
  const t = useTranslations('history.receipt');
  const { Date: moment, Kind, Description, Reference, Amount: amount, Balance, Id, Transfers } = receipt;
  return (
    <>
      <p className={styles.amount}>
        <Amount value={amount} tone="change" />
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
          <bdi>{Id}</bdi>
        </Fact>
      </Facts>
      {Reference !== null && (
        <p className={styles.reference}>
          <span>{t('reference')}</span>
          <bdi>{Reference}</bdi>
        </p>
      )}
      <section className={styles.moved}>
        <h3>{t('transfers')}</h3>
        <ul>
          {Transfers.map((transfer) => (
            <li key={transfer.Id} data-this={transfer.Id === Id || undefined}>
              <span>{t('transfer', { from: transfer.From, to: transfer.To })}</span>
              <Amount value={transfer.Amount} />
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
