import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import type { Installation } from './e2e/installation/this-installation.ts';
import { findChromium } from './scripts/chromium.ts';

/**
 * Journeys through the built product in a real browser, and for every test a customer of its own. There are two installations, each
 * with a folder of its own: one that many tests share at once, and one for what changes an installation for everybody in it, where
 * one test runs at a time.
 */
const port = Number((process.env.JOURNEYS_PORT ??= String(20_000 + (process.pid % 10_000))));
const folder = (process.env.JOURNEYS_FOLDER ??= mkdtempSync(join(tmpdir(), 'lastro-journeys-')));
const shared: Installation = { port, folder };
const alone: Installation = { port: port + 10, folder: `${folder}-alone` };

/** Moves the clock, opens and closes registrations, changes what is on offer, or spoils the brokerage's next answers. */
const ofAll = /(copy-trades|keep-up-to-date|mature-stake|offers|refused-by-the-broker)\.test/;
/** Leaves the brokerage spoilt for good. */
const ofLosses = /console-lost-transfer/;
const inPersian = /in-persian/;
/** A telephone's own: its fingerprint is the passkey. */
const ofPhones = /passkey/;
/** Also on a phone, apart from what is marked `@desk`: that is no different there. */
const onPhones =
  /(open-stake|invest-in-vault|primezord|bring-money|withdraw-money|cancel-stake|create-account|recover-password|update-profile|passkey)\.test/;

/**
 * As for a customer who wants nothing to move, nothing is waited for: what moves costs a third of what Chromium does. It is seen to move where
 * one test runs at a time, and in `first-minute`.
 */
const still = { reducedMotion: 'reduce' } as const;

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
    baseURL: addressOf(shared),
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    screenshot: 'only-on-failure',
    contextOptions: still,
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
    // First, because it takes longest: one after the other, beside all the rest.
    {
      name: 'alone',
      metadata: alone,
      testMatch: ofAll,
      workers: 1,
      fullyParallel: false,
      use: { baseURL: addressOf(alone), contextOptions: { reducedMotion: 'no-preference' } },
    },
    {
      name: 'desktop',
      metadata: shared,
      testIgnore: [ofAll, ofLosses, inPersian, ofPhones],
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      metadata: shared,
      testMatch: onPhones,
      grepInvert: /@desk/,
      use: { ...devices['Galaxy S8'], viewport: { width: 360, height: 740 } },
    },
    {
      name: 'fa',
      metadata: shared,
      testMatch: inPersian,
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'losses',
      metadata: alone,
      testMatch: ofLosses,
      dependencies: ['alone'],
      use: { baseURL: addressOf(alone) },
    },
  ],
  webServer: [shared, alone].map((installation) => ({
    // In the shell's own place: a shell in between would end at the signal, and its end is taken for the product's.
    command: `exec ${process.execPath} --import tsx e2e/installation/start.ts`,
    url: `${addressOf(installation)}/health/ready`,
    env: {
      PORT: String(installation.port),
      CONSOLE_PORT: String(installation.port + 2),
      HOST: '127.0.0.1',
      DATA_DIR: installation.folder,
      MODE: 'sandbox',
      DATABASE_URL: '',
    },
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 30_000 },
  })),
});

function addressOf(installation: Installation): string {
  return `http://127.0.0.1:${installation.port}`;
}
