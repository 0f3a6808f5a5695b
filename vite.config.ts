import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { type BuildOptions, defineConfig } from 'vite';
import { bootPlugin, customersFiles } from './scripts/boot-plugin.ts';
import { compileMessagesPlugin } from './scripts/compile-messages-plugin.ts';
import { compressPlugin } from './scripts/compress-plugin.ts';
import { installablePlugin } from './scripts/installable-plugin.ts';

const api = process.env.API_URL ?? 'http://127.0.0.1:8080';

const routerForCustomers = fileURLToPath(
  new URL('./node_modules/react-router/dist/production/index.mjs', import.meta.url),
);

/**
 * What always comes together is one file, where it would fall into thirty: what every page needs, the login, the frame.
 * Compressed as one they weigh less, and a phone asks six times instead of thirty.
 */
const wholes = [
  { name: 'first', tags: ['$initial' as const] },
  {
    // What the login and the frame have in common, so that neither brings the other's.
    name: 'both',
    test: /src\/(auth\/contract|platform\/phone|platform\/web\/(use-theme|theme|i18n\/language-select|brand\/))/,
  },
  { name: 'login', test: /login-page\.tsx$/ },
  {
    // The frame, and what is on nearly every screen in it.
    name: 'inside',
    test: /shell\/shell\.tsx$|platform\/(pages|web\/ui\/(card|page-header|query-view|segments))\.tsx?$|(stakes|wallet)\/(contract|web\/data)\.ts$/,
  },
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
export default defineConfig(({ command }) => ({
  // Its package names the build that checks what developers write; customers get the other one.
  resolve: { alias: command === 'build' ? { 'react-router': routerForCustomers } : {} },
  plugins: [
    react(),
    compileMessagesPlugin(),
    bootPlugin('src/app/web/boot.ts', customersFiles),
    installablePlugin(),
    compressPlugin(),
  ],
  build: { ...sharedBuild, outDir: 'dist/web', rolldownOptions: { output: { codeSplitting: { groups: wholes } } } },
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
