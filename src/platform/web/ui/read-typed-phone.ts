import { foldPhone, readPhone } from '#platform/typed/read-phone.ts';
import { part } from '../loading/part.ts';

export const loadPhoneNumbers = part(() => import('./phone-numbers.ts'));

/** A phone while it is typed, and the country beside it: null until one is known. */
export interface TypedPhone {
  phone: string;
  country: string | null;
}

const homes: Record<string, string> = { 'pt-BR': 'BR', 'zh-CN': 'CN', fa: 'IR' };
/** Where most customers of the house are. */
const usual = 'BR';

/** The country offered at first: the language's, if it belongs to one, otherwise the browser's. */
export function firstCountry(language: string): string {
  return homes[language] ?? navigator.languages.map((each) => /-([A-Z]{2})\b/.exec(each)?.[1]).find(Boolean) ?? usual;
}

/** The typed number in E.164; null if it is none of that country. If the country formats cannot be fetched, a plus is required. */
export async function readTypedPhone(country: string, typed: string): Promise<string | null> {
  const numbers = await loadPhoneNumbers().catch(() => null);
  const international = foldPhone(typed).startsWith('+') ? readPhone(typed) : null;
  return numbers?.readPhoneOf(country, typed) ?? international;
}
