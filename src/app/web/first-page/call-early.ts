import type { Language } from '#platform/languages.ts';
import { askEarly } from '#platform/web/early-answers.ts';
import { timeZone } from '#platform/web/time-zone.ts';
import type { Shell } from '#app/shell-of.ts';
import { showTotal } from './show-total.ts';

/** The same requests that the screens make (a journey checks that each is used): the user, and the dashboard's figures. */
const reads: Record<Shell, string[]> = {
  login: [],
  frame: ['/api/user'],
  dashboard: ['/api/user', '/api/homereport', '/api/stakes?limit=4', '/api/transfers?direction=deposit&limit=4'],
};

/**
 * The days come first, for the total that is shown before the application is loaded. Resolves once it is shown, or immediately if the shell
 * shows none.
 */
export async function callEarly(shell: Shell, token: string, language: Language): Promise<void> {
  const days = shell === 'dashboard' && daysAddress();
  if (days) askEarly([days], token, language);
  askEarly(reads[shell], token, language);
  if (days) await showTotal(days, language);
}

function daysAddress(): string {
  return `/api/equity?${new URLSearchParams({ tz: timeZone })}`;
}
