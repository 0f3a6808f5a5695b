/** The parts of a keyboard event that are needed here. */
export interface Pressed {
  key: string;
  /** The physical key, whatever is printed on it. */
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  isComposing: boolean;
  repeat: boolean;
}

/** How long to wait for the second of two keys, in milliseconds. */
export const secondKeyMs = 1_500;
const firstOfTwo = 'g';

/** Ctrl K, or ⌘ K on a Mac: with its modifier it does not interfere with typing or speech input. */
export function isPaletteKey(pressed: Pressed, isMac: boolean): boolean {
  if (pressed.altKey || pressed.shiftKey || pressed.isComposing) return false;
  const held = isMac ? pressed.metaKey && !pressed.ctrlKey : pressed.ctrlKey && !pressed.metaKey;
  return held && letterOf(pressed) === 'k';
}

/**
 * The character a key stands for on every keyboard: its own Latin letter or, on keyboards of another script, the letter in that position.
 * Null for anything that is no shortcut: with a modifier, held down, or during text composition.
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

/** What the keys so far mean: a shortcut, or waiting for another key. */
export interface Reading {
  keys: string | null;
  isWaiting: boolean;
}

/** Two keys in sequence, the first being `g`, or a single one. */
export function follow(isWaiting: boolean, sign: string): Reading {
  if (isWaiting) return { keys: `${firstOfTwo} ${sign}`, isWaiting: false };
  if (sign === firstOfTwo) return { keys: null, isWaiting: true };
  return { keys: sign, isWaiting: false };
}
