import { hasOtherLetters, readEmail } from '#platform/typed/read-email.ts';
import { isName, readShownText } from '#platform/typed/read-name.ts';
import { holdsContextWord } from '../context-words.ts';
import { longestPassword, shortestPassword } from '../contract.ts';

/** The newcomer's input so far. */
export interface RegisterDetails {
  name: string;
  email: string;
  phone: string;
  /** Whose own form of numbers the phone has; null until known. */
  country: string | null;
  /** YYYY-MM-DD; null until complete. */
  birth: string | null;
  password: string;
  code: string;
  terms: boolean;
}

export type RegisterField = Exclude<keyof RegisterDetails, 'country'>;
export type RegisterProblem =
  | 'empty'
  | 'name'
  | 'email'
  | 'emailLetters'
  | 'phone'
  | 'birth'
  | 'password'
  | 'personal'
  | 'code'
  | 'terms';
export type RegisterProblems = Partial<Record<RegisterField, RegisterProblem>>;

/** @param code referral code from the affiliate link */
export function blankDetails(code: string): RegisterDetails {
  return { name: '', email: '', phone: '', country: null, birth: null, password: '', code, terms: false };
}

/**
 * Problems that the server would refuse as well, found beforehand; by field, in the order of the form. Only the server knows what day it is
 * in the house's zone, so it alone judges the age.
 *
 * @param phone the typed number in E.164; null if it is not one
 */
export function findProblems(details: RegisterDetails, phone: string | null, brand = ''): RegisterProblems {
  const { name, email, birth, terms } = details;
  return {
    ...(!isName(readShownText(name)) && { name: name.trim() === '' ? 'empty' : 'name' }),
    ...(readEmail(email) === null && { email: hasOtherLetters(email) ? 'emailLetters' : 'email' }),
    ...(phone === null && { phone: 'phone' }),
    ...(birth === null && { birth: 'birth' }),
    ...passwordProblem(details, brand),
    ...(!terms && { terms: 'terms' }),
  };
}

function passwordProblem({ name, email, password }: RegisterDetails, brand: string): RegisterProblems {
  const fits = password.length >= shortestPassword && password.length <= longestPassword;
  if (!fits) return { password: 'password' };
  return holdsContextWord(password, { name, email, brand }) ? { password: 'personal' } : {};
}

/** The field that a refusal by the server belongs to; null for the whole form. */
export function fieldOfRefusal(code: string, field: unknown): RegisterField | null {
  return fieldsByCode[code] ?? (code === 'invalid_field' && isField(field) ? field : null);
}

const fieldsByCode: Record<string, RegisterField> = {
  email_taken: 'email',
  password_too_common: 'password',
  password_too_personal: 'password',
  under_age: 'birth',
  unknown_code: 'code',
};

/** The problem shown for a field that the server could not read. */
export const problemOfField: Record<RegisterField, RegisterProblem> = {
  name: 'name',
  email: 'email',
  phone: 'phone',
  birth: 'birth',
  password: 'password',
  code: 'code',
  terms: 'terms',
};

function isField(field: unknown): field is RegisterField {
  return typeof field === 'string' && Object.hasOwn(problemOfField, field);
}
