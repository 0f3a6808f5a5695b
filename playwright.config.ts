import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { findChromium } from './scripts/chromium.ts';

/**
 * Journeys through the built product in a real browser: one installation with a folder of its own, and for every test a
 * customer of its own. What moves the clock of the whole installation runs after everything else, and what spoils its
 * brokerage after that.
 */
const port = (process.env.JOURNEYS_PORT ??= String(20_000 + (process.pid % 10_000)));
const folder = (process.env.JOURNEYS_FOLDER ??= mkdtempSync(join(tmpdir(), 'lastro-journeys-')));
const address = `http://127.0.0.1:${port}`;

const ofTime = /mature-stake/;
/** Moves the clock as well, and looks at what runs before it does. */
const ofNews = /keep-up-to-date/;
/** Opens and closes registrations for everybody, and moves the clock. */
const ofCopies = /copy-trades/;
/** Changes what is on offer to everybody, and moves the clock. */
const ofOffers = /offers\.test/;
const ofFaults = /refused-by-the-broker/;
/** Leaves the brokerage spoilt for good. */
const ofLosses = /console-lost-transfer/;
const inPersian = /in-persian/;
/** A telephone's own: its fingerprint is the passkey. */
const ofPhones = /passkey/;
/** Also on a phone, apart from what is marked `@desk`: that is no different there. */
const onPhones =
  /(open-stake|invest-in-vault|primezord|bring-money|withdraw-money|cancel-stake|create-account|recover-password|update-profile|passkey)\.test/;

/** What moves is seen to move on the desktop; elsewhere, as for a customer who wants none of it, nothing is waited for. */
const still = { contextOptions: { reducedMotion: 'reduce' } } as const;

export default defineConfig({
  testDir: 'e2e',
  outputDir: '.build/journeys',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // More than there are cores: much of a journey waits for the server, the brokerage or the mail.
  workers: 3,
  // A machine that others load may starve a browser; what fails twice is broken.
  retries: process.env.CI ? 1 : 0,
  // Generous, for machines that have other work: what waits, waits for something to happen, never for time to pass.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    baseURL: address,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    screenshot: 'only-on-failure',
    // Each test is a browser's first visit: without it, it would fetch and keep what only a later visit needs.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    {
      name: 'desktop',
      testIgnore: [ofTime, ofNews, ofCopies, ofOffers, ofFaults, ofLosses, inPersian, ofPhones],
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      testMatch: onPhones,
      grepInvert: /@desk/,
      use: { ...devices['Galaxy S8'], viewport: { width: 360, height: 740 }, ...still },
    },
    { name: 'fa', testMatch: inPersian, use: { viewport: { width: 1440, height: 900 }, ...still } },
    { name: 'time', testMatch: ofTime, dependencies: ['desktop', 'phone', 'fa'] },
    { name: 'news', testMatch: ofNews, fullyParallel: false, dependencies: ['time'] },
    { name: 'copies', testMatch: ofCopies, fullyParallel: false, dependencies: ['news'] },
    { name: 'offers', testMatch: ofOffers, fullyParallel: false, dependencies: ['copies'] },
    { name: 'faults', testMatch: ofFaults, fullyParallel: false, dependencies: ['offers'] },
    { name: 'losses', testMatch: ofLosses, dependencies: ['faults'] },
  ],
  webServer: {
    // In the shell's own place: a shell in between would end at the signal, and its end is taken for the product's.
    command: `exec ${process.execPath} --import tsx e2e/installation/start.ts`,
    url: `${address}/health/ready`,
    env: {
      PORT: port,
      CONSOLE_PORT: String(Number(port) + 2),
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      MODE: 'sandbox',
      DATABASE_URL: '',
    },
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
  },
});
