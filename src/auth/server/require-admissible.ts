import { isAdult } from '#platform/age.ts';
import { refuseAuth } from '../refusals.ts';
import { isCommonPassword } from './common-password.ts';

/** Who may have an account, and behind what: an adult, and a password that is not the first one tried. */
export function requireAdmissible(customer: { birth: string; password: string }, now: Date): void {
  if (!isAdult(customer.birth, now.toISOString().slice(0, 10))) throw refuseAuth('under_age');
  if (isCommonPassword(customer.password)) throw refuseAuth('password_too_common');
}
