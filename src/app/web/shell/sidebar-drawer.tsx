import { useTranslations } from 'use-intl';
import { useEffect, useRef } from 'react';
import { Brand } from '#platform/web/brand/brand.tsx';
import { IconButton } from '#platform/web/ui/icon-button.tsx';
import { IconClose } from '#platform/web/ui/icons-navigation.tsx';
import { useDialogAddress } from '#platform/web/ui/use-dialog-address.ts';
import type { User } from '#profile/contract.ts';
import { SidebarContent } from './sidebar-content.tsx';
import styles from './sidebar-drawer.module.css';

/**
 * The whole sidebar over the page, where there is no room beside it: full width on a phone. A native modal dialog: the browser traps the
 * focus, restores it, and closes it on Escape.
 */
export function SidebarDrawer({ user }: { user: User | undefined }) {
  const t = useTranslations();
  const drawer = useRef<HTMLDialogElement>(null);
  const { isOpen, close } = useDialogAddress('menu');
  useEffect(() => {
    if (isOpen) drawer.current?.showModal();
    else drawer.current?.close();
  }, [isOpen]);

  return (
    <dialog
      ref={drawer}
      className={styles.drawer}
      aria-label={t('app.nav.main')}
      onClose={() => isOpen && close()}
      closedby="any"
    >
      {isOpen && (
        <div className={styles.inside}>
          <div className={styles.head}>
            <Brand />
            <IconButton label={t('platform.close')} icon={<IconClose size={24} />} onClick={close} />
          </div>
          <SidebarContent user={user} isInstead />
        </div>
      )}
    </dialog>
  );
}
