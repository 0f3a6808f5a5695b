import { dictionary } from '@zxcvbn-ts/language-common';
import { shortestPassword } from '../contract.ts';

/** The passwords that attackers try first, in lower case; the short ones are already refused for their length. */
const commonest = new Set(dictionary['passwords-common'].filter((password) => password.length >= shortestPassword));

/** Normalised as for hashing (password-work.ts): full-width letters are the same letters. */
export function isCommonPassword(password: string): boolean {
  return commonest.has(password.normalize('NFKC').toLowerCase());
}
