import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createServer } from 'vite';
import { runInstallation } from '#app/server/run-installation.ts';
import { freePort } from '#platform/server/free-port.ts';
import { projectFolder } from '#platform/server/project-folder.ts';
import { readOptions } from './read-options.ts';

/**
 * `npm run dev`: the same installation as `npm start`, run from the sources. Pages update in the browser when their files are saved; the
 * server restarts when its sources are.
 */
readOptions({
  command: 'npm run dev',
  does: 'The same as npm start, from the sources: pages and server follow them. Settings are environment variables.',
});
const host = process.env.HOST || '127.0.0.1';
const port = Number(process.env.PORT || 8080);
const consolePort = readConsolePort();
const serverPort = await freePort(port + 3);
const consoleServerPort = await freePort(serverPort + 2);
Object.assign(process.env, {
  NODE_ENV: 'development',
  PORT: String(serverPort),
  PUBLIC_URL: process.env.PUBLIC_URL || `http://${host}:${port}`,
  API_URL: `http://127.0.0.1:${serverPort}`,
  CONSOLE_URL: process.env.CONSOLE_URL || `http://${host}:${consolePort}`,
  CONSOLE_PORT: consolePort === null ? 'off' : String(consoleServerPort),
  CONSOLE_API_URL: `http://127.0.0.1:${consoleServerPort}`,
});

const proxy = Object.fromEntries(
  ['/docs', '/openapi.json', '/health', '/metrics'].map((path) => [path, `http://127.0.0.1:${serverPort}`]),
);
const pages = await createServer({ root: projectFolder, server: { host, port, strictPort: true, proxy } });
await pages.listen();
if (consolePort !== null) {
  const consolePages = await createServer({
    root: projectFolder,
    configFile: join(projectFolder, 'vite.console.config.ts'),
    server: { host, port: consolePort, strictPort: true },
  });
  await consolePages.listen();
}

const guard = pathToFileURL(join(projectFolder, 'src/app/server/launch-child.ts')).href;
const nodeArguments = ['--import', 'tsx', '--import', guard];
const installation = await runInstallation({
  server: { file: join(projectFolder, 'src/app/server/main.ts'), nodeArguments },
  sandbox: { file: join(projectFolder, 'src/sandbox/server/main.ts'), nodeArguments },
});
const { restartServer } = await installation.ready;

let restarting: NodeJS.Timeout | undefined;
pages.watcher.on('all', (_event, file) => {
  const isOurs = file.startsWith(join(projectFolder, 'src')) || file.startsWith(join(projectFolder, 'db'));
  if (!isOurs || file.includes('/web/') || file.includes('.test.')) return;
  clearTimeout(restarting);
  restarting = setTimeout(() => void restartServer().catch((error: unknown) => console.error(error)), 150);
});

/** Two above the customers' port by default, as in an installation. */
function readConsolePort(): number | null {
  const said = process.env.CONSOLE_PORT;
  return said === 'off' ? null : Number(said || port + 2);
}
