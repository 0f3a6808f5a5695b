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

/** One field that finds every screen and every action. The arrow keys choose, Enter does it, Escape closes. */
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
              {/* A region that scrolls must be reachable for whoever scrolls with the keyboard. */}
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

/** The field would take the first Escape to empty itself: here it closes, at once and nothing else, whatever was typed. */
function EscapeCloses({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  function press(event: KeyboardEvent) {
    // While a word is put together (Chinese, Japanese) the key ends that.
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

/** The dialog is the field: whoever opens it types. */
function focus(input: HTMLInputElement | null): void {
  input?.focus();
}

/** Under headings while nothing is typed, without the single questions, which are many; what is found stands in the order in which it fits. */
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
 * Other after each letter. The library tells the field half a second late which option is the first: one that was it, lost its
 * place and has it back within that time would look chosen, while Enter went to the one in between (`saque`).
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
