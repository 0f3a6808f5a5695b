import { holdsContextWord, type PasswordContext } from '../context-words.ts';
import { refuseAuth } from '../refusals.ts';
import { isCommonPassword } from './common-password.ts';

/** Refuses passwords that attackers try first, on anybody or on this customer. */
export function requireGoodPassword(password: string, context: PasswordContext): void {
  if (isCommonPassword(password)) throw refuseAuth('password_too_common');
  if (holdsContextWord(password, context)) throw refuseAuth('password_too_personal');
}
