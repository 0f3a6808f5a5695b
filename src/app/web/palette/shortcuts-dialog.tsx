import { Fragment, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { Checkbox } from '#platform/web/ui/checkbox.tsx';
import { DialogBody } from '#platform/web/ui/dialog-parts.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { type CommandGroup, commands, type OwnCommandId } from './commands.ts';
import { Keys } from '#platform/web/keyboard/keys.tsx';
import { areShortcutsOn, onShortcuts, switchShortcuts } from '#platform/web/keyboard/remembered-shortcuts.ts';
import styles from './shortcuts-dialog.module.css';

/** Lists every shortcut, with the switch for single-key ones. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('palette.shortcuts');
  const isOn = useSyncExternalStore(onShortcuts, areShortcutsOn);
  return (
    <Dialog title={t('title')} lead={t('lead')} isOpen onClose={onClose}>
      <DialogBody>
        <Checkbox isChecked={isOn} onChange={switchShortcuts}>
          {t('use')}
        </Checkbox>
        <dl className={styles.list}>
          <Entry keys="Ctrl/⌘ K" words={t('palette')} />
          <Entry keys="/" words={t('palette')} />
        </dl>
        <Group group="go" />
        <Group group="do" />
        <Group group="look" />
      </DialogBody>
    </Dialog>
  );
}

function Group({ group }: { group: CommandGroup }) {
  const t = useTranslations('palette');
  return (
    <section className={styles.group}>
      <h3>{t(`groups.${group}`)}</h3>
      <dl className={styles.list}>
        {commands
          .filter((command) => command.group === group)
          .map(({ id, keys }) => (
            <Fragment key={id}>
              {keys && <Entry keys={keys} words={t(`commands.${id as OwnCommandId}.label`)} />}
            </Fragment>
          ))}
      </dl>
    </section>
  );
}

function Entry({ keys, words }: { keys: string; words: string }) {
  return (
    <div className={styles.entry}>
      <dt>{words}</dt>
      <dd>
        <Keys keys={keys} />
      </dd>
    </div>
  );
}
