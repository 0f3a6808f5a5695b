import { useTranslations } from 'use-intl';
import { Amount, useUsd } from '#money/web/amount.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import { Notice } from '#platform/web/ui/notice.tsx';
import { MissingForBot } from './missing-money.tsx';
import styles from './price.module.css';
import { missingOf, remainderOf } from '#money/web/remainder.ts';

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
      {balance !== undefined && missing !== null && <MissingForBot balance={balance} missing={missing} />}
      <Notice tone="caution">{t('noReturn')}</Notice>
    </div>
  );
}

/** A price that is not known cannot be confirmed (Z3). */
export function UnknownPrice({ onRetry, isRetrying }: { onRetry: () => void; isRetrying: boolean }) {
  const t = useTranslations('primezord.subscribe');
  const retry = useTranslations('platform')('retry');
  return (
    <div role="alert">
      <Notice
        tone="caution"
        action={
          <Button size="small" onClick={onRetry} isWorking={isRetrying}>
            {retry}
          </Button>
        }
      >
        {t('priceFailed')}
      </Notice>
    </div>
  );
}
