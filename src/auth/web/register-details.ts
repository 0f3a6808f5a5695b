import { isAdult } from '#platform/age.ts';
import { holdsContextWord } from '../context-words.ts';
import { longestPassword, shortestPassword } from '../contract.ts';

/** What the newcomer has typed so far. */
export interface RegisterDetails {
  name: string;
  email: string;
  phone: string;
  /** YYYY-MM-DD; null until it is whole. */
  birth: string | null;
  password: string;
  code: string;
  terms: boolean;
}

export type RegisterField = keyof RegisterDetails;
export type RegisterProblem =
  | 'empty'
  | 'email'
  | 'phone'
  | 'birth'
  | 'underAge'
  | 'password'
  | 'personal'
  | 'code'
  | 'terms';
export type RegisterProblems = Partial<Record<RegisterField, RegisterProblem>>;

/** @param code from the affiliate link's address */
export function blankDetails(code: string): RegisterDetails {
  return { name: '', email: '', phone: '', birth: null, password: '', code, terms: false };
}

const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;

/**
 * What the server would refuse as well, said before it is asked; by field, in the order of the form.
 *
 * @param phone what was typed as one, in E.164; null when it is none
 */
export function findProblems(
  details: RegisterDetails,
  phone: string | null,
  today: string,
  brand = '',
): RegisterProblems {
  const { name, email, birth, terms } = details;
  return {
    ...(name.trim() === '' && { name: 'empty' }),
    ...(!emailShape.test(email.trim()) && { email: 'email' }),
    ...(phone === null && { phone: 'phone' }),
    ...birthProblem(birth, today),
    ...passwordProblem(details, brand),
    ...(!terms && { terms: 'terms' }),
  };
}

function passwordProblem({ name, email, password }: RegisterDetails, brand: string): RegisterProblems {
  const fits = password.length >= shortestPassword && password.length <= longestPassword;
  if (!fits) return { password: 'password' };
  return holdsContextWord(password, { name, email, brand }) ? { password: 'personal' } : {};
}

function birthProblem(birth: string | null, today: string): RegisterProblems {
  if (birth === null) return { birth: 'birth' };
  return isAdult(birth, today) ? {} : { birth: 'underAge' };
}

/** Where a refusal of the server's belongs; null for the whole form. */
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

/** What is said of a field that the server could not read. */
export const problemOfField: Record<RegisterField, RegisterProblem> = {
  name: 'empty',
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
