import { isAdult } from '#platform/age.ts';
import { refusePlatform } from '#platform/refusals.ts';
import { isShownText } from '#platform/server/shown-text.ts';
import { refuseAuth } from '../refusals.ts';
import { requireGoodPassword } from './require-good-password.ts';

/** Requirements for an account: an adult with a legible name, and a password that is not among the first ones tried. */
export function requireAdmissible(
  customer: { name: string; email: string; birth: string; password: string },
  brand: string,
  now: Date,
): void {
  if (!isShownText(customer.name)) throw refusePlatform('invalid_field', { field: 'name' });
  if (!isAdult(customer.birth, now.toISOString().slice(0, 10))) throw refuseAuth('under_age');
  requireGoodPassword(customer.password, { ...customer, brand });
}
