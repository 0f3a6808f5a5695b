import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { withLazyMessages } from '#platform/web/i18n/lazy-messages.ts';
import { IconButton } from '#platform/web/ui/icon-button.tsx';
import { useDialogAddress } from '#platform/web/ui/use-dialog-address.ts';
import { IconSearch } from './icon-search.tsx';
import { useShortcuts } from './use-shortcuts.ts';
import { later } from '#platform/web/loading/later.tsx';
import { FailedDialog } from '#platform/web/loading/failed-dialog.tsx';
import { prefetch } from '#platform/web/loading/part.ts';

const loadPalette = withLazyMessages(() => import('./palette.tsx'));
const Palette = later(loadPalette, 'Palette', FailedDialog);
const ShortcutsDialog = later(
  withLazyMessages(() => import('./shortcuts-dialog.tsx')),
  'ShortcutsDialog',
  FailedDialog,
);

/** Keyboard access to everything, and a button for those without a keyboard. The palette is fetched when it is wanted. */
export function PaletteEntry() {
  const t = useTranslations('app.nav');
  const [isOpen, setIsOpen] = useState(false);
  const shortcuts = useDialogAddress('shortcuts');
  useShortcuts(() => setIsOpen(true));
  return (
    <>
      <IconButton
        label={t('search')}
        icon={<IconSearch />}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setIsOpen(true)}
        onPointerEnter={() => prefetch(loadPalette)}
      />
      <Suspense fallback={null}>
        {isOpen && <Palette onClose={() => setIsOpen(false)} />}
        {shortcuts.isOpen && <ShortcutsDialog onClose={shortcuts.close} />}
      </Suspense>
    </>
  );
}
