import { Mistyped } from './command.ts';

const longestReason = 200;

/** Why an operator does it, for the journal alone; what is empty or a story is no reason. */
export function readReason(typed = ''): string {
  const reason = typed.trim();
  if (reason === '' || reason.length > longestReason) {
    throw new Mistyped(`--reason takes 1 to ${longestReason} characters, for the journal.`);
  }
  return reason;
}
