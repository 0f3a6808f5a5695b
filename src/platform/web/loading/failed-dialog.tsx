import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../ui/button.tsx';
import { FailedState } from '../ui/failed-state.tsx';
import styles from '../ui/state.module.css';
import type { FailureProps } from './later.tsx';

/** Stands in for a dialog whose file could not be fetched. A native dialog, since ours would have to be fetched too. */
export function FailedDialog({ onClose, ...failure }: FailureProps & { onClose: () => void }) {
  const t = useTranslations('platform');
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={styles.over} onClose={onClose} aria-label={t('couldNotLoad')}>
      <FailedState {...failure} />
      <Button onClick={() => dialog.current?.close()}>{t('close')}</Button>
    </dialog>
  );
}
