import words from '../messages/pt-BR.json';

/** Whether it has words of its own; what has none is told in more general ones, never as a key. */
export function hasWords(group: 'lines' | 'accounts', key: string): boolean {
  return Object.hasOwn(words[group], key);
}
