import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '#platform/web/ui/button.tsx';
import { DialogActions } from '#platform/web/ui/dialog-parts.tsx';

interface ProgressWaysProps {
  isCanceled: boolean;
  onClose: () => void;
  onAgain: () => void;
  /** Further actions from here. */
  children?: ReactNode;
}

/** The actions on a sent transfer: close, go on, or try again when it was cancelled. */
export function ProgressWays({ isCanceled, onClose, onAgain, children }: ProgressWaysProps) {
  const t = useTranslations('wallet.progress');
  const close = useTranslations('platform')('close');
  const first = useRef<HTMLDivElement>(null);
  // The button that sent it is gone, so focus moves to the button that closes the dialog.
  useEffect(() => first.current?.querySelector('button')?.focus(), []);
  return (
    <div ref={first}>
      <DialogActions>
        <Button onClick={onClose}>{close}</Button>
        {children}
        {isCanceled && (
          <Button kind="primary" onClick={onAgain}>
            {t('again')}
          </Button>
        )}
      </DialogActions>
    </div>
  );
}
