import type { Language } from '#platform/languages.ts';
import { askEarly } from '#platform/web/early-answers.ts';
import type { Shell } from '#app/shell-of.ts';

/** As the screens themselves ask (a journey sees that each of these is used): who it is, and the figures of the dashboard. */
const reads: Record<Shell, string[]> = {
  login: [],
  frame: ['/api/user'],
  dashboard: ['/api/user', '/api/homereport', '/api/stakes?limit=4', '/api/transfers?direction=deposit&limit=4'],
};

export function callEarly(shell: Shell, token: string, language: Language): void {
  askEarly(reads[shell], token, language);
}

/** The curve, once the page is painted: which time zone it is takes a browser longer to say than all the rest here. */
export function callCurveEarly(token: string, language: Language): void {
  // The screen asks itself as soon as it is there.
  const place = document.getElementById('root');
  if (!place?.dataset.shell || 'taken' in place.dataset) return;
  const query = new URLSearchParams({ tz: Intl.DateTimeFormat().resolvedOptions().timeZone });
  askEarly([`/api/equity?${query}`], token, language);
}
