import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '#platform/server/project-folder.ts';
import { linterRules } from '../borders.ts';
import { readOptions } from './read-options.ts';
import { nodeCommand, runShown } from './run-command.ts';

/** `npx tsx scripts/write-borders.ts`: writes the linter's rules for who may import whom from the table in borders.ts. */
readOptions({
  command: 'npx tsx scripts/write-borders.ts',
  does: 'Writes the linter’s rules from the table in borders.ts.',
});
const file = '.oxlintrc.borders.json';
writeFileSync(join(projectFolder, file), JSON.stringify(linterRules()));
process.exitCode = (await runShown(nodeCommand('node_modules/oxfmt/bin/oxfmt', file))) ? 0 : 1;
