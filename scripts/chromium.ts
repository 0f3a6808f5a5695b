import { existsSync } from 'node:fs';

/** Where Debian installs a browser; its packages have the same names. */
export const pathOf = (browser: string): string => `/usr/bin/${browser}`;

/** The full browser, for what only it can do: being installed on a device. */
export const wholeBrowser = 'chromium';

/** The headless one: windows cost two seconds of a core for every page opened, and nobody sees them. */
export const windowless = 'chromium-headless-shell';

/** The browser that the tests run in. */
export function findChromium(): string {
  return pathOf(existsSync(pathOf(windowless)) ? windowless : wholeBrowser);
}
