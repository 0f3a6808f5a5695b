import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { type BuildOptions, defineConfig } from 'vite';
import { bootPlugin } from './scripts/boot-plugin.ts';
import { compileMessagesPlugin } from './scripts/compile-messages-plugin.ts';
import { compressPlugin } from './scripts/compress-plugin.ts';
import { leanContractsPlugin } from './scripts/lean-contracts-plugin.ts';
import { unnamedRouterPlugin } from './scripts/unnamed-router-plugin.ts';
import { installablePlugin } from './scripts/installable-plugin.ts';

const api = process.env.API_URL ?? 'http://127.0.0.1:8080';

const routerForCustomers = fileURLToPath(
  new URL('./node_modules/react-router/dist/production/index.mjs', import.meta.url),
);

/**
 * What always comes together is one file, where it would fall into thirty: compressed as one they weigh less, and a phone asks six
 * times instead of thirty.
 */
const wholes = [
  // The login, which is also what everything else needs.
  { name: 'first', tags: ['$initial' as const] },
  // What it takes to ask the API something.
  { name: 'call', test: /node_modules\/zod\/|src\/platform\/(web\/api\.ts|endpoint\.ts)/ },
  {
    // The frame and the dashboard up to its figures.
    name: 'inside',
    test: /shell\/shell\.tsx$|app\/web\/(routed|dashboard-screen)\.tsx$|platform\/(pages|web\/ui\/(card|page-header|query-view|segments))\.tsx?$/,
  },
  {
    // What follows its figures once nobody waits for anything.
    name: 'after',
    test: /(web\/(bell|follow-preferences|removal-watch|latest-activity|unconfirmed-notice|next-maturity|in-transit)|palette-entry|connection-status|session-ending|first-visit|referral-terms)\.tsx$/,
  },
  // The drawing of what it was day by day, which somebody new has not.
  { name: 'chart', test: /dashboard\/web\/equity-figure\.tsx$/ },
];

export const sharedBuild: BuildOptions = {
  emptyOutDir: true,
  target: ['es2023', 'chrome111', 'firefox115', 'safari16.4'],
  manifest: true,
  // The page may not hold data: fonts or scripts, and a file of its own is cached longer than what it would stand in.
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
  license: { fileName: 'licenses.md' },
};

/** The web: everything under a hashed name and cached for good, one file a language and a screen, nothing inline. */
export default defineConfig(({ command, isSsrBuild }) => ({
  // Its package names the build that checks what developers write; customers get the other one.
  resolve: { alias: command === 'build' ? { 'react-router': routerForCustomers } : {} },
  // What is drawn ahead (scripts/build-web.ts) is drawn by one program.
  plugins: [
    react(),
    compileMessagesPlugin(),
    ...(isSsrBuild
      ? []
      : [
          leanContractsPlugin(),
          unnamedRouterPlugin(),
          bootPlugin('src/app/web/boot.ts', 'inline'),
          installablePlugin(),
          compressPlugin(),
        ]),
  ],
  build: {
    ...sharedBuild,
    outDir: 'dist/web',
    rolldownOptions: isSsrBuild
      ? {}
      : { output: { entryFileNames: 'assets/first-[hash].js', codeSplitting: { groups: wholes } } },
  },
  server: {
    proxy: {
      '/api': api,
      '/report': api,
      '/calendar/': api,
      '/docs': api,
      '/openapi.json': api,
      '/config.json': api,
      '/manifest.webmanifest': api,
      // The login is a page under the same address as the call: only what is sent goes to the server.
      '/auth': { target: api, bypass: (request) => (request.method === 'POST' ? null : '/index.html') },
    },
  },
}));
