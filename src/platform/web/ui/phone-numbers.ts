import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type PhoneNumber,
} from 'libphonenumber-js/min';
import { foldPhone } from '#platform/typed/read-phone.ts';

/** Every country's number format: large, so it has a file of its own (`phone-field.tsx`). */

/** A two-digit area code and at least eight digits: the library accepts less. */
const leastInBrazil = 10;

/** The number in E.164, however it was typed: in its country's own form, or with its code. Null if there is no such number. */
export function readPhoneOf(country: string, typed: string): string | null {
  const phone = parse(country, typed);
  return phone?.isValid() && !phone.ext ? phone.number : null;
}

/** In its own country's format, without the code if that is `country`; anything that is no number stays as typed. */
export function formatPhone(country: string | undefined, written: string): string {
  const phone = parse(country, written);
  if (!phone?.isPossible() || phone.ext) return written;
  return phone.country === country ? phone.formatNational() : phone.formatInternational();
}

/** The country of a number that is typed with its code. */
export function countryOf(written: string): string | null {
  return parse(undefined, written)?.country ?? null;
}

/** The countries to choose from, by their names in the language. */
export function listCountries(language: string): { code: string; name: string }[] {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const countries = getCountries().map((code) => ({ code, name: `${names.of(code) ?? code} (${callingCode(code)})` }));
  const order = new Intl.Collator(language);
  return countries.toSorted((one, other) => order.compare(one.name, other.name));
}

/** With the plus before it in every direction of writing: `+55`. */
export function callingCode(country: string): string {
  return isSupportedCountry(country) ? `\u2066+${getCountryCallingCode(country)}\u2069` : '';
}

function parse(country: string | undefined, written: string): PhoneNumber | undefined {
  const phone = parsePhoneNumberFromString(foldPhone(written), {
    extract: false,
    ...(country !== undefined && isSupportedCountry(country) && { defaultCountry: country satisfies CountryCode }),
  });
  const isWhole = phone?.country !== 'BR' || phone.nationalNumber.length >= leastInBrazil;
  return isWhole ? phone : undefined;
}
