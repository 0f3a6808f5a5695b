import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bootPlugin } from './scripts/boot-plugin.ts';
import { compileMessagesPlugin } from './scripts/compile-messages-plugin.ts';
import { compressPlugin } from './scripts/compress-plugin.ts';
import { sharedBuild } from './vite.config.ts';

const api = process.env.CONSOLE_API_URL ?? 'http://127.0.0.1:8082';

/** What every screen is made of, and the first too, is one file where there would be ten: it compresses better. */
const kit = {
  name: 'kit',
  test: /platform\/web\/ui\/(button|class-names|field|form|focus-first-wrong|icon|icon-button|icons-\w+|notice|skeleton|text-field|toasts|visually-hidden)\.tsx?$/,
};

/** The operator's console: a separate application, built like the customers' and with the same UI kit, but sharing none of its files. */
export default defineConfig({
  plugins: [
    react(),
    compileMessagesPlugin(),
    bootPlugin('src/console/web/boot.ts', 'file'),
    compressPlugin(),
    {
      name: 'console-page',
      configureServer: ({ middlewares }) =>
        void middlewares.use((request, _response, next) => {
          // Every address of the application serves its single page.
          const isPage = request.headers.accept?.includes('text/html') ?? false;
          if (isPage && !request.url?.startsWith('/console/')) request.url = '/console.html';
          next();
        }),
    },
  ],
  appType: 'mpa',
  publicDir: false,
  cacheDir: 'node_modules/.vite-console',
  build: {
    ...sharedBuild,
    outDir: 'dist/console',
    rolldownOptions: { input: 'console.html', output: { codeSplitting: { groups: [kit] } } },
  },
  server: { proxy: { '/console/': api, '/config.json': api } },
});
