import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findTooNew } from './find-too-new.ts';
import { readOptions, text } from './read-options.ts';

/** Parses every built script, packages' code included, for what the oldest supported browsers lack. A finding fails the build. */
const folders = readOptions({
  command: 'npx tsx scripts/check-oldest-browser.ts',
  does: 'Looks in the built pages and console for what the oldest supported browsers lack.',
  arguments: {
    web: text('FOLDER', 'the built pages', 'dist/web'),
    console: text('FOLDER', 'the built console', 'dist/console'),
  },
});
const scripts = [folders.web, folders.console].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(folder, name)),
);
if (scripts.length < 50) throw new Error(`Only ${scripts.length} built scripts: is the build whole?`);
const findings = scripts.flatMap((file) =>
  findTooNew(readFileSync(file, 'utf8')).map((found) => `${file}: ${found} is newer than the oldest supported browser`),
);
console.log(`${scripts.length} scripts parsed`);
if (findings.length > 0) {
  console.error(findings.join('\n'));
  process.exitCode = 1;
}
