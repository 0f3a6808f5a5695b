import { useTranslations } from 'use-intl';
import { Amount, useUsd } from '#money/web/amount.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import styles from './price.module.css';
import { missingOf, remainderOf } from '#money/web/remainder.ts';
import { Shortfall } from '#money/web/shortfall.tsx';

/** The one-time entry fee, what is left of the balance, and that it is final. */
export function Price({ fee, balance }: { fee: number; balance: number | undefined }) {
  const t = useTranslations('primezord.subscribe');
  const formatUsd = useUsd();
  const missing = balance === undefined ? null : missingOf(balance, fee);
  return (
    <div className={styles.price}>
      <p>{t.rich('priceText', { amount: formatUsd(fee), strong: (said) => <strong>{said}</strong> })}</p>
      <Facts>
        <Fact label={t('leaves')}>
          <Amount value={fee} />
        </Fact>
        <Fact label={t('arrives')}>{t('arrivesText')}</Fact>
        {balance !== undefined && missing === null && (
          <Fact label={t('after')}>
            <Amount value={remainderOf(balance, fee)} />
          </Fact>
        )}
      </Facts>
      <Shortfall have={balance} dollars={fee} />
      <Notice tone="caution">{t('noReturn')}</Notice>
    </div>
  );
}

/** A price that is not known cannot be confirmed (Z3). */
export function UnknownPrice() {
  const t = useTranslations('primezord.subscribe');
  return (
    <div role="alert">
      <Notice tone="caution">{t('priceFailed')}</Notice>
    </div>
  );
}
