import { readLine } from '#platform/typed/read-name.ts';
import { Mistyped } from '#commands/server/refused.ts';

const longestReason = 200;

/** Reads an operator's reason, for the journal alone; an empty or overlong text is refused. */
export function readReason(typed = ''): string {
  const reason = readLine(typed);
  if (reason === '' || reason.length > longestReason) {
    throw new Mistyped(`--reason takes 1 to ${longestReason} characters, for the action log.`);
  }
  return reason;
}
