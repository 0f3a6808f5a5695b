import words from '../messages/pt-BR.json';

/** Whether a posting of this kind has words of its own; one that has none is shown as a posting, never as a key. */
export function hasWords(key: string): boolean {
  return Object.hasOwn(words.lines, key);
}
