import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectFolder } from '#platform/server/project-folder.ts';
import type { Mutant } from './mutant.ts';
import { mutateLedgerSchema } from './mutate-database.ts';
import { mutateStatements, mutateTypescript } from './mutate-typescript.ts';
import type { TemplateDatabase } from './test-bench.ts';

/** A part of the product with all its mutants and the tests that must notice them. */
export interface Chapter {
  name: string;
  bench: 'rules' | 'server';
  inSources(): Mutant[];
  /** Mutants that are in no source: of what the migrations left in the database. */
  inDatabase?(database: TemplateDatabase): Promise<Mutant[]>;
  /** The tests for a mutant of this file, fastest first. */
  tests(file: string): string[];
}

/** Folders with rules at their top level. */
const products =
  'ledger positions stakes copytrade primevault primezord wallet network payouts secondfactor auth profile history maturities explanations dashboard platform';

/** Files with only names, texts or the shape of an answer: nothing in them makes a decision. */
const lists = new Set([
  'src/auth/device.ts',
  'src/history/tabs.ts',
  'src/ledger/journal.ts',
  'src/payouts/line-problems.ts',
  'src/platform/site.ts',
  'src/secondfactor/security-change.ts',
]);

/** Sources of the statements that end a position, a transfer, an award, a code or a key exactly once, and where they are tested. */
const statements: Record<string, string[]> = {
  'src/positions/server/position-store.ts': ['src/positions/server', 'src/stakes/server', 'src/copytrade/server'],
  'src/primevault/server/promocode-store.ts': ['src/primevault/server', 'src/operator/server/commands/promocodes'],
  'src/payouts/server/operation-store.ts': ['src/payouts/server', 'src/copytrade/server'],
  'src/primezord/server/subscription-store.ts': ['src/primezord/server'],
  'src/wallet/server/transfer-queue.ts': ['src/wallet/server'],
  'src/wallet/server/decide-withdrawal.ts': ['src/wallet/server'],
  'src/network/server/award-store.ts': ['src/network/server'],
  'src/secondfactor/server/approval-store.ts': ['src/secondfactor/server'],
  'src/http/server/idempotency.ts': ['src/http/server', 'src/stakes/server'],
};

/** The last matches all of them. */
const ledgerTests = ['posting-', 'ledger-rules', 'audit-books', 'journal', 'treasury', 'locks', 'post.test', ''];

/** Other tests that cover the ledger's answers, in the folders of its callers. */
const askedFrom: Record<string, string[]> = {
  'src/ledger/server/entry-store.ts': ['src/history/server/statement', 'src/history/server/read-receipt'],
  'src/ledger/server/find-journal.ts': ['src/operator/server/commands/ledger-reverse'],
};

export const chapters: Chapter[] = [
  {
    name: 'money',
    bench: 'rules',
    inSources: () => sourcesIn('src/money').flatMap((file) => mutateTypescript(file, read(file))),
    tests: () => ['src/money/'],
  },
  {
    name: 'rules',
    bench: 'rules',
    inSources: () => ruleFiles().flatMap((file) => mutateTypescript(file, read(file))),
    tests: (file) => [`${dirname(file)}/`],
  },
  {
    name: 'ledger',
    bench: 'server',
    inSources: () => sourcesIn('src/ledger/server').flatMap((file) => mutateTypescript(file, read(file))),
    inDatabase: mutateLedgerSchema,
    tests: (file) => [
      file.replace(/\.ts$/, '.test.ts'),
      ...ledgerTests.map((name) => `src/ledger/server/${name}`),
      ...(askedFrom[file] ?? []),
    ],
  },
  {
    name: 'statements',
    bench: 'server',
    inSources: () => Object.keys(statements).flatMap((file) => mutateStatements(file, read(file))),
    tests: (file) => statements[file] ?? [],
  },
];

function ruleFiles(): string[] {
  const files = products.split(' ').flatMap((folder) => sourcesIn(`src/${folder}`));
  return files.filter((file) => {
    // Contracts are tested where they are served; one that contains a rule has its own test.
    const isWire = /(^|[/-])(contract|refusals)\.ts$/.test(file) && !existsSync(file.replace(/\.ts$/, '.test.ts'));
    return !isWire && !lists.has(file);
  });
}

function sourcesIn(folder: string): string[] {
  return readdirSync(join(projectFolder, folder))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name}`);
}

function read(file: string): string {
  return readFileSync(join(projectFolder, file), 'utf8');
}
