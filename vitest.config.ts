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

/** How long a test waits for what comes on a busy machine too, but later. */
const patienceMs = 20_000;

/** rules: pure, without I/O. server: through HTTP on a real PostgreSQL. web: components in a real browser. tidy: the repository itself. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'rules',
          sequence: { groupOrder: 0 },
          include: ['src/**/*.test.ts'],
          exclude: ['src/**/server/**', 'src/**/web/**'],
          // Thousands of generated cases take a second on an idle machine.
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
            'src/testing/server/fund-template.ts',
          ],
          pool: 'forks',
          // Each file has its own database and composition; only modules are shared, loaded once per worker.
          isolate: false,
          // More workers than cores: they often wait for a late brokerage or a killed process.
          maxWorkers: 3,
          // Races and killed processes are sensitive to a busy machine; a test that fails twice is broken.
          retry: process.env.CI ? 1 : 0,
          setupFiles: ['src/testing/wait-patiently.ts'],
          expect: { poll: { timeout: patienceMs } },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [react()],
        optimizeDeps: { include: findWebDependencies() },
        test: {
          name: 'web',
          setupFiles: ['src/testing/web/begin-clean.ts', 'src/testing/wait-patiently.ts'],
          // A starved browser may miss a frame; a test that fails twice is broken.
          retry: process.env.CI ? 1 : 0,
          sequence: { groupOrder: 2 },
          // Two windows of one browser. A frame may be late on a busy machine, and polling waits for it.
          maxWorkers: 2,
          expect: { poll: { timeout: patienceMs } },
          testTimeout: 60_000,
          include: ['src/**/web/**/*.test.ts', 'src/**/web/**/*.test.tsx'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            // Nothing waits for animations; some journeys run with them (playwright.config.ts).
            provider: playwright({
              launchOptions: chromium,
              contextOptions: { reducedMotion: 'reduce' },
              // Says what a press waits for, instead of ending with the test.
              actionTimeout: 20_000,
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        test: {
          name: 'tidy',
          sequence: { groupOrder: 3 },
          include: ['*.test.ts', 'scripts/*.test.ts'],
          testTimeout: 60_000,
        },
      },
    ],
  },
});
