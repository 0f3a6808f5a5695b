import type { Language } from '#platform/languages.ts';
import { askEarly } from '#platform/web/early-answers.ts';
import { timeZone } from '#platform/web/time-zone.ts';
import type { Shell } from '#app/shell-of.ts';
import { showTotal } from './show-total.ts';

/** As the screens themselves ask (a journey sees that each of these is used): who it is, and the figures of the dashboard. */
const reads: Record<Shell, string[]> = {
  login: [],
  frame: ['/api/user'],
  dashboard: ['/api/user', '/api/homereport', '/api/stakes?limit=4', '/api/transfers?direction=deposit&limit=4'],
};

/**
 * First of all the days, the last of which is what is waited for: it is shown before there is an application. Comes true when it is, and
 * at once where there is none.
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
