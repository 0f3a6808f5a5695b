import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/min';
import type { Language } from '#platform/languages.ts';

/** Every country's number format: large, so it has a file of its own (`phone-field.tsx`). */

/** Where a language belongs to one country, its speakers omit the country code and are shown their numbers without it. */
const homes: Partial<Record<Language, 'BR'>> = { 'pt-BR': 'BR' };

/** A two-digit area code and at least eight digits: the library accepts less. */
const leastAtHome = 10;

/** The number in E.164, however it was typed; null if it is invalid or its country is missing. */
export function readPhoneOf(language: Language, typed: string): string | null {
  const phone = parse(language, typed);
  return phone?.isValid() && !phone.ext ? phone.number : null;
}

/** In its own country's format, at home without the country code; anything that is no number stays as typed. */
export function formatPhone(language: Language, written: string): string {
  const phone = parse(language, written);
  if (!phone?.isPossible() || phone.ext) return written;
  return phone.country === homes[language] ? phone.formatNational() : phone.formatInternational();
}

function parse(language: Language, written: string): PhoneNumber | undefined {
  const home = homes[language];
  const phone = parsePhoneNumberFromString(written, { extract: false, ...(home && { defaultCountry: home }) });
  const isWhole = phone?.country !== 'BR' || phone.nationalNumber.length >= leastAtHome;
  return isWhole ? phone : undefined;
}
