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
 * Modules always loaded together become one file where there would be thirty: they compress better, and a phone makes six requests instead
 * of thirty.
 */
const wholes = [
  // The login, which everything else needs as well.
  { name: 'first', tags: ['$initial' as const] },
  // The code for calling the API.
  { name: 'call', test: /node_modules\/zod\/|src\/platform\/(web\/api\.ts|endpoint\.ts)/ },
  {
    // The application frame and the dashboard up to its figures.
    name: 'inside',
    test: /shell\/shell\.tsx$|app\/web\/(routed|dashboard-screen)\.tsx$|platform\/(pages|web\/ui\/(card|page-header|query-view|segments))\.tsx?$/,
  },
  {
    // What is loaded after the figures, when nobody is waiting any more.
    name: 'after',
    test: /(web\/(bell|follow-preferences|removal-watch|latest-activity|unconfirmed-notice|next-maturity|in-transit|outcome-line)|palette-entry|connection-status|session-ending|first-visit|referral-terms)\.tsx$/,
  },
  // The daily chart, which a new customer does not have.
  { name: 'chart', test: /dashboard\/web\/equity-figure\.tsx$/ },
];

export const sharedBuild: BuildOptions = {
  emptyOutDir: true,
  target: ['es2023', 'chrome111', 'firefox115', 'safari16.4'],
  manifest: true,
  // The page's policy forbids data: fonts and scripts, and a separate file stays cached longer than the file it would be inlined in.
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
  license: { fileName: 'licenses.md' },
};

/**
 * The customers' web: everything has a hashed name and is cached indefinitely, with one file per language and screen and nothing inlined.
 */
export default defineConfig(({ command, isSsrBuild }) => ({
  // The package's entry is the development build with its checks; customers get the production build.
  resolve: { alias: command === 'build' ? { 'react-router': routerForCustomers } : {} },
  // The prerendering program (scripts/build-web.ts) needs only the first two plugins.
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
      // The login page has the same address as its call: only a POST goes to the server.
      '/auth': { target: api, bypass: (request) => (request.method === 'POST' ? null : '/index.html') },
    },
  },
}));
