import { holdsContextWord, type PasswordContext } from '../context-words.ts';
import { longestPassword, shortestPassword } from '../contract.ts';

export interface NewPassword {
  current: string;
  next: string;
  again: string;
}

/** The first problem that would prevent the change, found before the server is asked; null if there is none. */
export type PasswordProblem = 'currentMissing' | 'length' | 'personal' | 'mismatch';

export function problemOf({ current, next, again }: NewPassword, known: PasswordContext = {}): PasswordProblem | null {
  if (current === '') return 'currentMissing';
  if (next.length < shortestPassword || next.length > longestPassword) return 'length';
  if (holdsContextWord(next, known)) return 'personal';
  return next === again ? null : 'mismatch';
}
