import { useTranslations } from 'use-intl';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { Brand } from '#platform/web/brand/brand.tsx';
import { IconButton } from '#platform/web/ui/icon-button.tsx';
import { IconClose, IconMenu } from '#platform/web/ui/icons-navigation.tsx';
import type { User } from '#profile/contract.ts';
import bar from './bottom-bar.module.css';
import { SidebarContent } from './sidebar-content.tsx';
import styles from './sidebar-drawer.module.css';

interface SidebarDrawerProps {
  user: User | undefined;
  /** Opened from a phone's bottom bar, with a label; otherwise from the navbar of a medium screen. */
  isInBar?: boolean;
}

/**
 * The whole sidebar over the page, where there is no room beside it: full width on a phone. A native modal dialog: the browser traps the
 * focus, restores it, and closes it on Escape.
 */
export function SidebarDrawer({ user, isInBar = false }: SidebarDrawerProps) {
  const t = useTranslations();
  const drawer = useRef<HTMLDialogElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const { pathname } = useLocation();
  const close = () => drawer.current?.close();
  useEffect(close, [pathname]);
  useEffect(() => {
    if (isOpen) drawer.current?.showModal();
  }, [isOpen]);

  return (
    <div className={isInBar ? styles.inBar : styles.place}>
      {isInBar ? (
        <button
          type="button"
          className={bar.action}
          aria-label={t('app.nav.open')}
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
        >
          <IconMenu />
          {t('app.nav.menu')}
        </button>
      ) : (
        <IconButton
          label={t('app.nav.open')}
          icon={<IconMenu size={24} />}
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
        />
      )}
      <dialog
        ref={drawer}
        className={styles.drawer}
        aria-label={t('app.nav.main')}
        onClose={() => setIsOpen(false)}
        closedby="any"
      >
        {isOpen && (
          <div className={styles.inside}>
            <div className={styles.head}>
              <Brand />
              <IconButton label={t('platform.close')} icon={<IconClose size={24} />} onClick={close} />
            </div>
            <SidebarContent user={user} onFollow={close} />
          </div>
        )}
      </dialog>
    </div>
  );
}
