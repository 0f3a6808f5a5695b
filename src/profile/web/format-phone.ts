import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** The number as its own country writes it, with the country's code; what is no number stays as it was typed. */
export function formatPhone(written: string): string {
  return parsePhoneNumberFromString(written, { extract: false })?.formatInternational() ?? written;
}
