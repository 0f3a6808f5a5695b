import words from '../messages/pt-BR.json';

/** Whether there is a specific text for it; otherwise a more general text is shown, never the key. */
export function hasWords(group: 'lines' | 'accounts', key: string): boolean {
  return Object.hasOwn(words[group], key);
}
