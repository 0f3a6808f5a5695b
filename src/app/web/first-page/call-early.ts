import type { Language } from '#platform/languages.ts';
import { askEarly } from '#platform/web/early-answers.ts';
import type { Shell } from '#app/shell-of.ts';

/** As the screens themselves ask (a journey sees that each of these is used): who it is, and the figures of the dashboard. */
const reads: Record<Shell, () => string[]> = {
  login: () => [],
  frame: () => ['/api/user'],
  dashboard: () => [
    '/api/user',
    `/api/equity?${new URLSearchParams({ tz: Intl.DateTimeFormat().resolvedOptions().timeZone })}`,
    '/api/homereport',
    '/api/stakes?limit=4',
    '/api/transfers?direction=deposit&limit=4',
  ],
};

export function callEarly(shell: Shell, token: string, language: Language): void {
  askEarly(reads[shell](), token, language);
}
