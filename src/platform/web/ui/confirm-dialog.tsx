import { useTranslations } from 'use-intl';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { DialogActions, DialogBody } from './dialog-parts.tsx';

interface ConfirmDialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => void;
  /** States what it does, with the amount: `Cancelar e receber US$ 180,00`. */
  confirmLabel: string;
  /** The label of the way back; `Voltar` by default. */
  backLabel?: string;
  isWorking?: boolean;
  isDanger?: boolean;
  /** Disables the confirm button until what it stands for is known. */
  isReady?: boolean;
  children: ReactNode;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, isOpen, onClose, onConfirm, confirmLabel, backLabel, children } = props;
  const { isWorking = false, isDanger = false, isReady = true } = props;
  const t = useTranslations('platform');
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose} isBusy={isWorking}>
      <DialogBody>{children}</DialogBody>
      <DialogActions>
        <Button onClick={onClose} disabled={isWorking}>
          {backLabel ?? t('back')}
        </Button>
        <Button kind={isDanger ? 'danger' : 'primary'} onClick={onConfirm} isWorking={isWorking} disabled={!isReady}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
