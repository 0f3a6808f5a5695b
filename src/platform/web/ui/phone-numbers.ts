import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/min';
import type { Language } from '#platform/languages.ts';

/** How every country writes its numbers: much to know, and a file of its own (`phone-field.tsx`). */

/** Where a language is one country's, its people leave out the country's code, and are shown their numbers without it. */
const homes: Partial<Record<Language, 'BR'>> = { 'pt-BR': 'BR' };

/** Two digits of the region and eight at least: the library takes less for a number. */
const leastAtHome = 10;

/** The number in E.164, however it was typed; null when it is none, or its country is missing. */
export function readPhoneOf(language: Language, typed: string): string | null {
  const phone = parse(language, typed);
  return phone?.isValid() && !phone.ext ? phone.number : null;
}

/** As its own country writes it, at home without the country's code; what is no number stays as it was typed. */
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
