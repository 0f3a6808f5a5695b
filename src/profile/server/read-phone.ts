import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { foldPhone } from '#platform/typed/read-phone.ts';
import { refuseProfile } from '../refusals.ts';

/**
 * The number in E.164, in whatever format it was written: `+55 (11) 98765-4321` is `+5511987654321`.
 *
 * @throws Refusal `invalid_phone` when no country has such a number, or the country code is missing
 */
export function readPhone(written: string): string {
  const phone = parsePhoneNumberFromString(foldPhone(written), { extract: false });
  if (!phone?.isValid() || phone.ext) throw refuseProfile('invalid_phone');
  return phone.number;
}
