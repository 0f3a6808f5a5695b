import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findChromium } from './scripts/chromium.ts';
import { findWebDependencies } from './scripts/web-dependencies.ts';

const chromium = {
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
};

/** rules: pure, no world. server: through HTTP on a real PostgreSQL. web: components in a real browser. tidy: the repository itself. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'rules',
          sequence: { groupOrder: 0 },
          include: ['src/**/*.test.ts'],
          exclude: ['src/**/server/**', 'src/**/web/**'],
          // Thousands of made-up cases take a second on a machine that has nothing else to do.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          sequence: { groupOrder: 1 },
          include: ['src/**/server/**/*.test.ts', 'bench/**/*.test.ts'],
          globalSetup: [
            'src/testing/server/build-programs.ts',
            'src/testing/server/cluster.ts',
            'src/ledger/server/testing/know-test-kinds.ts',
            'src/platform/server/testing/watch-cells.ts',
            'src/testing/server/fund-template.ts',
          ],
          pool: 'forks',
          // Each file has a database and a composition of its own; what they share are modules, loaded once a worker.
          isolate: false,
          // More than there are cores: much of it waits for a brokerage that is late, or a process that was killed.
          maxWorkers: 3,
          // Races and processes that are killed meet a busy machine as it is; what fails twice is broken.
          retry: process.env.CI ? 1 : 0,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [react()],
        optimizeDeps: { include: findWebDependencies() },
        test: {
          name: 'web',
          setupFiles: ['src/testing/web/begin-clean.ts'],
          // A starved browser may miss a frame; what fails twice is broken.
          retry: process.env.CI ? 1 : 0,
          sequence: { groupOrder: 2 },
          // Two windows of one browser. On a busy machine a frame may be late; what waits, waits for it.
          maxWorkers: 2,
          expect: { poll: { timeout: 5_000 } },
          include: ['src/**/web/**/*.test.ts', 'src/**/web/**/*.test.tsx'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            // Nothing is waited for that only moves; some journeys see it move (playwright.config.ts).
            provider: playwright({ launchOptions: chromium, contextOptions: { reducedMotion: 'reduce' } }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      { test: { name: 'tidy', sequence: { groupOrder: 3 }, include: ['*.test.ts'], testTimeout: 60_000 } },
    ],
  },
});
