import type { Language } from '#platform/languages.ts';
import { readPhone } from '#platform/phone.ts';
import { part } from '../loading/part.ts';

export const loadPhoneNumbers = part(() => import('./phone-numbers.ts'));

/** The typed number in E.164; null if it is incomplete. If the country formats cannot be fetched, a plus is required. */
export async function readTypedPhone(language: Language, typed: string): Promise<string | null> {
  const numbers = await loadPhoneNumbers().catch(() => null);
  return numbers?.readPhoneOf(language, typed) ?? readPhone(typed);
}
