import { useTranslations } from 'use-intl';
import type { Operation } from '../contract.ts';
import { useAssetName } from './use-asset-name.ts';
import styles from './traded.module.css';

/** The traded asset and pair, marked where the operation is from the sandbox and never happened (H3). */
export function Traded({ operation }: { operation: Pick<Operation, 'Asset' | 'Pair' | 'Source'> }) {
  const t = useTranslations('payouts');
  const assetNameOf = useAssetName();
  return (
    <span className={styles.traded}>
      <span>{assetNameOf(operation.Asset)}</span>
      <bdi translate="no" className={styles.pair}>
        {operation.Pair}
      </bdi>
      {operation.Source === 'sandbox' && <span className={styles.sandbox}>{t('fromSandbox')}</span>}
    </span>
  );
}
