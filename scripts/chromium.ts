import { existsSync } from 'node:fs';

/**
 * The browsers that can run the tests, as Debian packages them, the best first. The headless shell is Chromium without windows of
 * its own: those cost two seconds of a core for every page that is opened, and nobody sees them.
 */
export const browsers = ['chromium-headless-shell', 'chromium'] as const;

export const pathOf = (browser: string): string => `/usr/bin/${browser}`;

/** Where the best one is that is installed. */
export function findChromium(): string {
  return pathOf(browsers.find((browser) => existsSync(pathOf(browser))) ?? browsers[0]);
}
