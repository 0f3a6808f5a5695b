/** What is known of a pressed key: a part of the browser's own event. */
export interface Pressed {
  key: string;
  /** Where it is on the keyboard, whatever is printed on it. */
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  isComposing: boolean;
  repeat: boolean;
}

/** How long the second factor of two may take, in milliseconds. */
export const secondFactorMs = 1_500;
const firstOfTwo = 'g';

/** Ctrl K, on a Mac ⌘ K: with its modifier it disturbs nobody who types, or speaks. */
export function isPaletteKey(pressed: Pressed, isMac: boolean): boolean {
  if (pressed.altKey || pressed.shiftKey || pressed.isComposing) return false;
  const held = isMac ? pressed.metaKey && !pressed.ctrlKey : pressed.ctrlKey && !pressed.metaKey;
  return held && letterOf(pressed) === 'k';
}

/**
 * The sign that a key stands for on every keyboard: its own Latin letter, or, where a keyboard writes another script, the
 * letter that is in that place. Null for anything that is no shortcut: with a modifier, held down, in the middle of a word.
 */
export function signOf(pressed: Pressed): string | null {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey || pressed.isComposing || pressed.repeat) return null;
  if (pressed.key === '?' || pressed.key === '/') return pressed.key;
  if (pressed.code === 'Slash' && !/^[ -~]$/.test(pressed.key)) return pressed.shiftKey ? '?' : '/';
  return pressed.shiftKey ? null : letterOf(pressed);
}

function letterOf({ key, code }: Pressed): string | null {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  const place = /^Key([A-Z])$/.exec(code)?.[1];
  return place && key.length === 1 && !/^[ -~]$/.test(key) ? place.toLowerCase() : null;
}

/** What the keys so far mean: something to do, or that another key is waited for. */
export interface Reading {
  keys: string | null;
  isWaiting: boolean;
}

/** Two keys after each other, the first of which is `g`, or one alone. */
export function follow(isWaiting: boolean, sign: string): Reading {
  if (isWaiting) return { keys: `${firstOfTwo} ${sign}`, isWaiting: false };
  if (sign === firstOfTwo) return { keys: null, isWaiting: true };
  return { keys: sign, isWaiting: false };
}
