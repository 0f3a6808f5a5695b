import { holdsContextWord, type PasswordContext } from '../context-words.ts';
import { refuseAuth } from '../refusals.ts';
import { isCommonPassword } from './common-password.ts';
import type { PasswordWork } from './password-work.ts';

/** Refuses passwords that attackers try first, on anybody or on this customer, or that are known from a breach. */
export async function requireGoodPassword(
  passwords: Pick<PasswordWork, 'isBreached'>,
  password: string,
  context: PasswordContext,
): Promise<void> {
  if (isCommonPassword(password)) throw refuseAuth('password_too_common');
  if (holdsContextWord(password, context)) throw refuseAuth('password_too_personal');
  if (await passwords.isBreached(password)) throw refuseAuth('password_too_common');
}
