import { Mistyped } from './command.ts';

const longest = 500;

/** What people go by instead of the brokerage's answer, or what they found: said so that whoever reads it later can follow it. */
export function readEvidence(option: string, typed = ''): string {
  const text = typed.trim();
  if (text.length < 3 || text.length > longest) throw new Mistyped(`--${option} takes 3 to ${longest} characters.`);
  return text;
}
