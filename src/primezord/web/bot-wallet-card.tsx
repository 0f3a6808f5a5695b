import type { UseQueryResult } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import { shownSum } from '#money/shown.ts';
import { Amount } from '#money/web/amount.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { ExplainedFigure } from '#platform/web/ui/explained-figure.tsx';
import { QueryView } from '#platform/web/ui/query-view.tsx';
import { Skeleton, SkeletonBlock } from '#platform/web/ui/skeleton.tsx';
import type { BotWallet } from '../contract.ts';
import styles from './bot-wallet-card.module.css';
import { WalletActions } from './wallet-actions.tsx';

/** The bot's wallet, how much of it is available, and the actions on it (Z2). */
export function BotWalletCard({ query }: { query: UseQueryResult<BotWallet> }) {
  const t = useTranslations('primezord.wallet');
  return (
    <Card title={t('title')}>
      <QueryView query={query} waiting={<Waiting />}>
        {(wallet) => (
          <div className={styles.wallet}>
            <Figures wallet={wallet} />
            <WalletActions wallet={wallet} />
          </div>
        )}
      </QueryView>
    </Card>
  );
}

function Figures({ wallet }: { wallet: BotWallet }) {
  const t = useTranslations('primezord.wallet');
  return (
    <dl className={styles.figures}>
      <div className={styles.lead}>
        <dt>{t('balance')}</dt>
        <dd>
          <ExplainedFigure figure="zord" name={t('balance')}>
            <Amount value={shownSum(wallet.Available, wallet.Blocked)} />
          </ExplainedFigure>
        </dd>
      </div>
      <div>
        <dt>{t('available')}</dt>
        <dd>
          <ExplainedFigure figure="zord-available" name={t('available')}>
            <Amount value={wallet.Available} />
          </ExplainedFigure>
        </dd>
      </div>
      <div>
        <dt>{t('blocked')}</dt>
        <dd>
          <ExplainedFigure figure="zord-blocked" name={t('blocked')}>
            <Amount value={wallet.Blocked} />
          </ExplainedFigure>
        </dd>
      </div>
      <DollarRate rate={wallet.DollarRate} />
    </dl>
  );
}

/** A rate of 0 means there is none: nothing is estimated, and the card says so. */
function DollarRate({ rate }: { rate: number }) {
  const t = useTranslations('primezord.wallet');
  const format = useFormatter();
  const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 4 } as const;
  return (
    <div>
      <dt>{t('dollarRate')}</dt>
      {rate > 0 ? (
        <dd>
          {format.number(rate, { style: 'currency', currency: 'BRL', currencyDisplay: 'narrowSymbol', ...decimals })}
        </dd>
      ) : (
        <>
          <dd className={styles.none}>{t('noRate')}</dd>
          <dd className={styles.note}>{t('noRateNote')}</dd>
        </>
      )}
    </div>
  );
}

function Waiting() {
  return (
    <Skeleton>
      <SkeletonBlock />
      <SkeletonBlock height="small" />
    </Skeleton>
  );
}
