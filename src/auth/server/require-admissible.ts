import { isAdult } from '#platform/server/age.ts';
import { refuseAuth } from '../refusals.ts';
import type { PasswordWork } from './password-work.ts';
import { requireGoodPassword } from './require-good-password.ts';

/** Requirements for an account: an adult, and a password that is not among the first ones tried. */
export async function requireAdmissible(
  passwords: Pick<PasswordWork, 'isBreached'>,
  customer: { name: string; email: string; birth: string; password: string },
  brand: string,
  /** In the house's zone, as YYYY-MM-DD. */
  today: string,
): Promise<void> {
  if (!isAdult(customer.birth, today)) throw refuseAuth('under_age');
  await requireGoodPassword(passwords, customer.password, { ...customer, brand });
}
