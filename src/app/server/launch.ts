import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectFolder } from '#platform/server/project-folder.ts';
import { runInstallation } from './run-installation.ts';

const bundles = join(projectFolder, 'dist', 'server');
/** A call's allocations die with the call: with a larger young generation, less of it is copied before that (docs/bench.md). */
const youngMegabytes = 64;
const nodeArguments = [
  '--enable-source-maps',
  `--max-semi-space-size=${youngMegabytes}`,
  '--import',
  pathToFileURL(join(bundles, 'launch-child.js')).href,
];

/** `npm start`: runs everything that an installation needs, for as long as this process lives. */
await runInstallation({
  server: { file: join(bundles, 'main.js'), nodeArguments },
  sandbox: { file: join(bundles, 'sandbox.js'), nodeArguments },
});
