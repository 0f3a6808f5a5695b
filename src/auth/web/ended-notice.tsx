import { useTranslations } from 'use-intl';
import { useState } from 'react';
import { readSession } from '#platform/web/session.ts';
import { IconInfo } from '#platform/web/ui/icons-status.tsx';
import styles from './ended-notice.module.css';

/** Explains why the customer is back here, unless they left on purpose. */
export function EndedNotice() {
  const t = useTranslations('auth.login.ended');
  const [{ endReason }] = useState(readSession);
  if (endReason !== 'expired' && endReason !== 'refused') return null;
  return (
    <p role="status" className={styles.notice}>
      <IconInfo />
      <span>{t(endReason)}</span>
    </p>
  );
}
