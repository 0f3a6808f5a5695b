import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'react-router';
import { useSite } from '#platform/web/site.ts';
import styles from './footer.module.css';

/** Below every screen: help, and the operator's risk notice. */
export const Footer = memo(function Footer() {
  const t = useTranslations('app.footer');
  const { brand, riskNote } = useSite();
  return (
    <footer className={styles.footer}>
      <nav aria-label={t('label')} className={styles.links}>
        <Link to="/help">{t('help')}</Link>
        <Link to="/help#fees">{t('fees')}</Link>
        <Link to="/help#terms">{t('terms')}</Link>
        <Link to="/help#support">{t('support')}</Link>
      </nav>
      {/* Rendered even if empty: when prerendered, it is not known yet. */}
      <p className={styles.risk}>{riskNote}</p>
      <p className={styles.brand}>{brand}</p>
    </footer>
  );
});
