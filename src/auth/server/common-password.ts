import { dictionary } from '@zxcvbn-ts/language-common';
import { shortestPassword } from '../contract.ts';
import { asTyped } from './password-work.ts';

/** The passwords that attackers try first, in lower case; the short ones are already refused for their length. */
const commonest = new Set(dictionary['passwords-common'].filter((password) => password.length >= shortestPassword));

/** Fewer different characters than this are a pattern, however long. Spaces and what is not seen do not count. */
const fewestDifferent = 4;

/**
 * Whether attackers try it first, or it repeats itself: one of the commonest, few different characters, a short piece repeated, or a run
 * through the alphabet or the digits (NIST 800-63B-4 §3.1.1.2).
 */
export function isCommonPassword(password: string): boolean {
  const typed = asTyped(password).toLowerCase();
  const seen = Array.from(typed.replace(/[\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]/gu, ''));
  return (
    commonest.has(typed) || new Set(seen).size < fewestDifferent || /^(.{1,4}?)\1+$/u.test(seen.join('')) || isRun(seen)
  );
}

function isRun(characters: readonly string[]): boolean {
  const steps = characters
    .slice(1)
    .map((next, at) => (next.codePointAt(0) ?? 0) - (characters[at]?.codePointAt(0) ?? 0));
  return steps.every((step) => step === 1) || steps.every((step) => step === -1);
}
