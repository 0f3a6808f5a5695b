import { useTranslations } from 'use-intl';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { IconButton } from './icon-button.tsx';
import { IconClose } from './icons-navigation.tsx';
import { SupportLink } from '../support/support-link.tsx';
import { IconAlert, IconCheck } from './icons-status.tsx';
import styles from './toast-region.module.css';
import { dismissToast, onToasts, readToasts, shownFor, type Toast } from './toasts.ts';
import { useIsHeld } from './use-is-held.ts';

/** Rendered empty from the start: a live region that is inserted together with its text is not read out. */
export function ToastRegion() {
  const t = useTranslations('platform');
  const toasts = useSyncExternalStore(onToasts, readToasts, readToasts);
  return (
    <section className={styles.region} aria-label={t('notices')} data-react-aria-top-layer="true">
      <ol aria-live="polite" aria-relevant="additions" className={styles.list}>
        {toasts.map((toast) => (
          <ToastItem key={toast.id} toast={toast} />
        ))}
      </ol>
    </section>
  );
}

function ToastItem({ toast }: { toast: Toast }) {
  const t = useTranslations('platform');
  const item = useRef<HTMLLIElement>(null);
  const isHeld = useIsHeld(item);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismissToast(toast.id), shownFor(toast));
    return () => clearTimeout(timer);
  }, [isHeld, toast]);
  return (
    <li ref={item} className={styles.toast} data-toast data-kind={toast.kind}>
      {toast.kind === 'success' ? <IconCheck /> : <IconAlert />}
      <div className={styles.said}>
        <p>{toast.text}</p>
        {toast.support !== null && <SupportLink about={toast.support} />}
      </div>
      <IconButton label={t('dismiss')} icon={<IconClose size={16} />} onClick={() => dismissToast(toast.id)} />
    </li>
  );
}
