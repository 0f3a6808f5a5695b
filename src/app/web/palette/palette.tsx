import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Dialog } from 'react-aria-components/Dialog';
import { Input } from 'react-aria-components/Input';
import { Header, ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { SearchField } from 'react-aria-components/SearchField';
import { useTranslations } from 'use-intl';
import { isQuestion } from '#help/topics.ts';
import { commandGroups } from './commands.ts';
import { IconSearch } from './icon-search.tsx';
import { Keys } from '#platform/web/keyboard/keys.tsx';
import { matchCommands } from './match-commands.ts';
import styles from './palette.module.css';
import { type NamedCommand, useCommands } from './use-commands.ts';
import { useRunCommand } from './use-run-command.ts';

/** One field that finds every screen and action. The arrow keys choose, Enter runs, Escape closes. */
export function Palette({ onClose }: { onClose: () => void }) {
  const t = useTranslations('palette');
  const [{ typed, turn }, setTyped] = useState({ typed: '', turn: 0 });
  const commands = useCommands();
  const run = useRunCommand();
  function choose(id: string | number) {
    const command = commands.find((each) => optionOf(each, turn) === id);
    onClose();
    if (command) run(command);
  }
  return (
    <ModalOverlay className={styles.scrim ?? ''} isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal className={styles.sheet ?? ''}>
        <Dialog className={styles.dialog ?? ''} aria-label={t('title')}>
          <EscapeCloses onClose={onClose}>
            <Autocomplete inputValue={typed} onInputChange={(next) => setTyped({ typed: next, turn: turn + 1 })}>
              <SearchField aria-label={t('search')} className={styles.search ?? ''}>
                <IconSearch />
                <Input ref={focus} className={styles.input ?? ''} placeholder={t('search')} />
              </SearchField>
              {/* A scrollable region must be reachable for keyboard users. */}
              <div className={styles.found} tabIndex={0} role="region" aria-label={t('results')}>
                <ListBox
                  aria-label={t('title')}
                  className={styles.list ?? ''}
                  onAction={choose}
                  renderEmptyState={() => <p className={styles.none}>{t('none')}</p>}
                >
                  {typed.trim() === ''
                    ? grouped(commands, turn, t)
                    : matchCommands(commands, typed).map((found) => asItem(found, turn))}
                </ListBox>
              </div>
            </Autocomplete>
          </EscapeCloses>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The field would use the first Escape to clear itself: here it closes immediately, whatever was typed, and does nothing else. */
function EscapeCloses({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  function press(event: KeyboardEvent) {
    // During composition (Chinese, Japanese) Escape ends that.
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  }
  return (
    <div className={styles.content} onKeyDownCapture={press} role="presentation">
      {children}
    </div>
  );
}

/** The field is what the dialog is for: whoever opens it types. */
function focus(input: HTMLInputElement | null): void {
  input?.focus();
}

/** With no input, groups the commands under headings, leaving out single questions, which are many; matches are listed by rank. */
function grouped(commands: readonly NamedCommand[], turn: number, t: ReturnType<typeof useTranslations<'palette'>>) {
  return commandGroups.map((group) => (
    <ListBoxSection key={group} id={`group-${group}`}>
      <Header className={styles.group ?? ''}>{t(`groups.${group}`)}</Header>
      {commands
        .filter((command) => command.group === group && !isQuestion(command.topic))
        .map((command) => asItem(command, turn))}
    </ListBoxSection>
  ));
}

/**
 * Ids change with each keystroke. The library tells the field which option is first half a second late: one that was first, lost its place
 * and regained it within that time would look chosen, while Enter ran the one in between (`saque`).
 */
function optionOf({ id }: NamedCommand, turn: number): string {
  return `${turn}-${id}`;
}

function asItem(command: NamedCommand, turn: number) {
  const { label, keys } = command;
  const option = optionOf(command, turn);
  return (
    <ListBoxItem key={option} id={option} textValue={label} className={styles.item ?? ''}>
      <span>{label}</span>
      {keys && <Keys keys={keys} />}
    </ListBoxItem>
  );
}
