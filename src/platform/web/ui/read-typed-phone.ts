import type { Language } from '#platform/languages.ts';
import { readPhone } from '#platform/phone.ts';
import { part } from '../loading/part.ts';

export const loadPhoneNumbers = part(() => import('./phone-numbers.ts'));

/** What was typed, in E.164; null when it is no whole number. Where the countries' own ways cannot be fetched, a plus is needed. */
export async function readTypedPhone(language: Language, typed: string): Promise<string | null> {
  const numbers = await loadPhoneNumbers().catch(() => null);
  return numbers?.readPhoneOf(language, typed) ?? readPhone(typed);
}
