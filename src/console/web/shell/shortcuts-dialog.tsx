import { useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { Keys } from '#platform/web/keyboard/keys.tsx';
import { areShortcutsOn, onShortcuts, switchShortcuts } from '#platform/web/keyboard/remembered-shortcuts.ts';
import { Checkbox } from '#platform/web/ui/checkbox.tsx';
import { DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { Fact, Facts } from '#platform/web/ui/facts.tsx';
import type { Screen } from '../screens.tsx';

/** All shortcuts, and the switch that turns them off. */
export function ShortcutsDialog({ screens, onClose }: { screens: readonly Screen[]; onClose: () => void }) {
  const t = useTranslations('console');
  const isOn = useSyncExternalStore(onShortcuts, areShortcutsOn);
  return (
    <Dialog title={t('shortcuts.title')} lead={t('shortcuts.lead')} isOpen onClose={onClose}>
      <DialogBody>
        <Checkbox isChecked={isOn} onChange={switchShortcuts}>
          {t('shortcuts.use')}
        </Checkbox>
        <Facts>
          {screens.map(({ name, letter }) => (
            <Fact key={name} label={t(`nav.${name}`)}>
              <Keys keys={`g ${letter}`} />
            </Fact>
          ))}
          <Fact label={t('shortcuts.search')}>
            <Keys keys="/" />
          </Fact>
          <Fact label={t('shortcuts.title')}>
            <Keys keys="?" />
          </Fact>
        </Facts>
      </DialogBody>
    </Dialog>
  );
}
