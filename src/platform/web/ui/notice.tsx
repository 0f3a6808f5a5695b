import type { ReactNode } from 'react';
import { IconAlert, IconInfo } from './icons-status.tsx';
import styles from './notice.module.css';

interface NoticeProps {
  /** `info` is worth knowing, `caution` must be known before continuing. */
  tone?: 'info' | 'caution';
  /** What can be done about it. */
  action?: ReactNode;
  children: ReactNode;
}

/** A message placed where it matters, rather than a passing toast. */
export function Notice({ tone = 'info', action, children }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone}>
      {tone === 'info' ? <IconInfo /> : <IconAlert />}
      <p>{children}</p>
      {action}
    </div>
  );
}
