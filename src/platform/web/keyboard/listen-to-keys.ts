import { isMac } from './is-mac.ts';
import { follow, isPaletteKey, secondKeyMs, signOf } from './read-keys.ts';
import { areShortcutsOn } from './remembered-shortcuts.ts';

/** Elements in which letters have their own meaning: fields, and lists with type-ahead. */
const typedInto =
  'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="listbox"], [role="menu"], [role="tree"], [role="treegrid"], [role="grid"]';
const overThePage = '[role="dialog"], [role="alertdialog"], dialog[open]';

/** @param onKeys performs the shortcut; returns whether there is one */
export function listenToKeys(onPalette: () => void, onKeys: (keys: string) => boolean): () => void {
  let waitingUntil = 0;
  function press(event: KeyboardEvent) {
    if (event.defaultPrevented || document.querySelector(overThePage)) return;
    if (isPaletteKey(event, isMac)) {
      event.preventDefault();
      onPalette();
      return;
    }
    const sign = signOf(event);
    if (!sign || !areShortcutsOn() || isTyping(event.target)) return;
    const { keys, isWaiting } = follow(waitingUntil > event.timeStamp, sign);
    waitingUntil = isWaiting ? event.timeStamp + secondKeyMs : 0;
    if (keys && onKeys(keys)) event.preventDefault();
  }
  document.addEventListener('keydown', press);
  return () => document.removeEventListener('keydown', press);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(typedInto) !== null;
}
