import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import type { Installation } from './e2e/installation/this-installation.ts';
import { findChromium } from './scripts/chromium.ts';

/**
 * Journeys through the built product in a real browser, with a separate customer for every test. There are two installations with separate
 * folders: one shared by many concurrent tests, and one for tests that change the installation for everybody, where one test runs at a
 * time.
 */
const port = Number((process.env.JOURNEYS_PORT ??= String(20_000 + (process.pid % 10_000))));
const folder = (process.env.JOURNEYS_FOLDER ??= mkdtempSync(join(tmpdir(), 'lastro-journeys-')));
const shared: Installation = { port, folder };
const alone: Installation = { port: port + 10, folder: `${folder}-alone` };

/** Tests that move the clock, open and close registrations, change offers, or spoil the brokerage's next answers. */
const ofAll = /(copy-trades|keep-up-to-date|mature-stake|offers|refused-by-the-broker)\.test/;
/** Leaves the brokerage faulty for good. */
const ofLosses = /console-lost-transfer/;
const inPersian = /in-persian/;
/** Only on phones: the passkey is the phone's fingerprint. */
const ofPhones = /passkey/;
/** Also run on a phone, except tests marked `@desk`, which are no different there. */
const onPhones =
  /(open-stake|invest-in-vault|primezord|bring-money|withdraw-money|cancel-stake|create-account|recover-password|update-profile|passkey)\.test/;

/**
 * Reduced motion, as for a customer who prefers it, so that nothing waits for animations: they cost a third of Chromium's work. Animations
 * are tested where one test runs at a time, and in `first-minute`.
 */
const still = { reducedMotion: 'reduce' } as const;

export default defineConfig({
  testDir: 'e2e',
  outputDir: '.build/journeys',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // More workers than cores: a journey mostly waits for the server, the brokerage or mail.
  workers: 3,
  // Other load on the machine may starve a browser; a test that fails twice is broken.
  retries: process.env.CI ? 1 : 0,
  // Generous, for machines under other load: every wait is for something to happen, never for time to pass.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    baseURL: addressOf(shared),
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    screenshot: 'only-on-failure',
    contextOptions: still,
    // Each test is a browser's first visit: otherwise it would fetch and cache what only a later visit needs.
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
    // First, because it takes longest: its tests run sequentially, in parallel with all the others.
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
    // `exec` replaces the shell: otherwise the shell would end at the signal, and its end would be taken for the product's.
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
