import { readLine } from '#platform/typed/read-name.ts';
import { Mistyped } from '#commands/server/refused.ts';

const longest = 500;

/** Reads the evidence that stands in for the brokerage's answer, or the finding: worded so that later readers can follow it. */
export function readEvidence(option: string, typed = ''): string {
  const text = readLine(typed);
  if (text.length < 3 || text.length > longest) throw new Mistyped(`--${option} takes 3 to ${longest} characters.`);
  return text;
}
