import { useLayoutEffect, useRef } from 'react';
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useTranslations } from 'use-intl';
import type { DialogProps } from './dialog.tsx';
import { useForgetWhenClosed } from '../loading/typed.ts';
import styles from './dialog.module.css';
import { useNoteOpened } from './dialog-order.ts';
import { isFocusLost } from './keep-focus.ts';
import { IconButton } from './icon-button.tsx';
import { IconClose } from './icons-navigation.tsx';
import { useReturnedFocus } from './use-returned-focus.ts';

export function DialogSurface({
  title,
  lead,
  isOpen,
  onClose,
  isBusy = false,
  isAlert = false,
  children,
}: DialogProps) {
  const t = useTranslations('platform');
  useReturnedFocus();
  useForgetWhenClosed(isAlert);
  useNoteOpened(isAlert);
  const dialog = useRef<HTMLElement>(null);
  // A step that took the focus with it: the title is read out again, before the first of the next one's buttons.
  useLayoutEffect(() => {
    if (isFocusLost()) dialog.current?.focus();
  });
  return (
    <ModalOverlay
      data-sheet
      className={styles.scrim ?? ''}
      isOpen={isOpen}
      isDismissable={!isBusy && !isAlert}
      isKeyboardDismissDisabled={isBusy}
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className={styles.sheet ?? ''}>
        <AriaDialog ref={dialog} className={styles.dialog ?? ''} {...(isAlert && { role: 'alertdialog' })}>
          {/* No `header`: the page has one banner, and this is not it. */}
          <div className={styles.header}>
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            {!isAlert && <IconButton label={t('close')} icon={<IconClose />} onClick={onClose} disabled={isBusy} />}
            {lead && <p className={styles.lead}>{lead}</p>}
          </div>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
