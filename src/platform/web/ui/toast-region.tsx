import { useTranslations } from 'use-intl';
import { type FocusEvent, useEffect, useRef, useSyncExternalStore } from 'react';
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
  const before = useRef<HTMLElement>(null);
  function noteBefore({ currentTarget, relatedTarget }: FocusEvent) {
    const isElsewhere = !currentTarget.closest('section')?.contains(relatedTarget);
    if (relatedTarget instanceof HTMLElement && isElsewhere) before.current = relatedTarget;
  }
  // The last toast gives the focus back to where it came from.
  function dismiss(id: number) {
    if (toasts.length === 1) before.current?.focus();
    dismissToast(id);
  }
  return (
    <section className={styles.region} aria-label={t('notices')} data-react-aria-top-layer="true">
      <ol aria-live="polite" aria-relevant="additions" className={styles.list}>
        {toasts.map((toast) => (
          <ToastItem key={toast.id} toast={toast} onFocus={noteBefore} onDismiss={() => dismiss(toast.id)} />
        ))}
      </ol>
    </section>
  );
}

interface ToastItemProps {
  toast: Toast;
  /** Its button has the focus. */
  onFocus: (event: FocusEvent) => void;
  onDismiss: () => void;
}

function ToastItem({ toast, onFocus, onDismiss }: ToastItemProps) {
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
      <IconButton
        label={t('dismiss', { text: toast.text })}
        icon={<IconClose size={16} />}
        onFocus={onFocus}
        onClick={onDismiss}
      />
    </li>
  );
}
