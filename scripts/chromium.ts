import { existsSync } from 'node:fs';

/** Where Debian's packages put the browser, of the same names. */
export const pathOf = (browser: string): string => `/usr/bin/${browser}`;

/** With windows of its own, for what only such a one does: being installed on a device. */
export const wholeBrowser = 'chromium';

/** Without: they cost two seconds of a core for every page that is opened, and nobody sees them. */
export const windowless = 'chromium-headless-shell';

/** The one that the tests run in. */
export function findChromium(): string {
  return pathOf(existsSync(pathOf(windowless)) ? windowless : wholeBrowser);
}
