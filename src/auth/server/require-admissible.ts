import { isAdult } from '#platform/age.ts';
import { refusePlatform } from '#platform/refusals.ts';
import { isShownText } from '#platform/server/shown-text.ts';
import { refuseAuth } from '../refusals.ts';
import { isCommonPassword } from './common-password.ts';

/** Who may have an account, and behind what: an adult with a name to be read, and a password that is not the first one tried. */
export function requireAdmissible(customer: { name: string; birth: string; password: string }, now: Date): void {
  if (!isShownText(customer.name)) throw refusePlatform('invalid_field', { field: 'name' });
  if (!isAdult(customer.birth, now.toISOString().slice(0, 10))) throw refuseAuth('under_age');
  if (isCommonPassword(customer.password)) throw refuseAuth('password_too_common');
}
