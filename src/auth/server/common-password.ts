import { dictionary } from '@zxcvbn-ts/language-common';
import { shortestPassword } from '../contract.ts';

/** The passwords that attackers try first, in lower case; the short ones are refused for their length already. */
const commonest = new Set(dictionary['passwords-common'].filter((password) => password.length >= shortestPassword));

/** Read as it is hashed (password-work.ts): wide letters are the same letters. */
export function isCommonPassword(password: string): boolean {
  return commonest.has(password.normalize('NFKC').toLowerCase());
}
