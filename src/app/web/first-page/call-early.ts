import type { Language } from '#platform/languages.ts';
import { askEarly } from '#platform/web/early-answers.ts';
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
  return `/api/equity?${new URLSearchParams({ tz: timeZone() })}`;
}

/** Where there is `Temporal` it is known at once; `Intl` takes 12 ms for the first question of a page, 50 on a cheap phone. */
function timeZone(): string {
  const { Temporal } = window as { Temporal?: { Now: { timeZoneId: () => string } } };
  return Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}
