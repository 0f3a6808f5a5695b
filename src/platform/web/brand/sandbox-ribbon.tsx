import { useTranslations } from 'use-intl';
import { useSite } from '../site.ts';
import styles from './sandbox-ribbon.module.css';

/** Marks every screen of a sandbox as sandbox. */
export function SandboxRibbon() {
  const t = useTranslations('platform');
  const { mode } = useSite();
  if (mode !== 'sandbox') return null;
  return (
    <section className={styles.ribbon} data-sandbox="" aria-label={t('sandbox')}>
      <strong>{t('sandbox')}</strong>
      <span className={styles.note}>{t('sandboxNote')}</span>
    </section>
  );
}
