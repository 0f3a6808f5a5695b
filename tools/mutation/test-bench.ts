import { inspect } from 'node:util';
import type pg from 'pg';
import { databaseAt } from '#testing/server/database-at.ts';
import { BaseSequencer, createVitest, type TestSpecification, type Vitest } from 'vitest/node';
import { join } from 'node:path';
import { openClient } from '#database/server/clients.ts';
import { projectFolder } from '#platform/server/project-folder.ts';
import type { Mutant } from './mutant.ts';

/** Runs tests repeatedly in one process, each time with one fault in the source or in the database. */
export interface TestBench {
  /** Finds the test files in these folders or with these names, in this order. */
  find(filters: readonly string[]): Promise<TestSpecification[]>;
  /** Returns the first failure, or null if all pass; with a mutant, its fault is applied for the run and then removed. */
  findFailure(specifications: TestSpecification[], mutant?: Mutant): Promise<string | null>;
  /** The template database of the tests, available after a first run. */
  database: TemplateDatabase;
  close(): Promise<void>;
}

const tests = {
  rules: { include: ['src/**/*.test.ts'], exclude: ['src/**/server/**', 'src/**/web/**'] },
  server: {
    include: ['src/**/server/**/*.test.ts'],
    globalSetup: [
      'src/testing/server/cluster.ts',
      'src/ledger/server/testing/know-test-kinds.ts',
      'src/database/server/testing/watch-cells.ts',
      'src/testing/server/build-programs.ts',
    ],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
};

export async function openTestBench(kind: keyof typeof tests): Promise<TestBench> {
  // A fault in the ledger shows in a few random sequences.
  process.env.LEDGER_RUNS ??= '4';
  process.env.LEDGER_COMMANDS ??= '15';
  let active: { file: string; source: string } | null = null;
  const vitest = await createVitest(
    'test',
    {
      config: false,
      root: projectFolder,
      watch: false,
      // A fault that exhausts memory ends its own process, and is noticed by that.
      pool: 'forks',
      isolate: false,
      maxWorkers: 1,
      bail: 1,
      reporters: [{}],
      sequence: { sequencer: InOrder },
      ...structuredClone(tests[kind]),
    },
    {
      logLevel: 'silent',
      plugins: [{ name: 'mutant', enforce: 'pre', load: (id) => (id === active?.file ? active.source : undefined) }],
    },
  );
  const database = templateDatabase(vitest);
  const found = new Map<string, Promise<TestSpecification[]>>();
  const known = (filter: string): Promise<TestSpecification[]> => {
    const specifications = found.get(filter) ?? vitest.globTestSpecifications([filter]);
    found.set(filter, specifications);
    return specifications;
  };

  const runWith = async (specifications: TestSpecification[], source: string, file: string): Promise<string | null> => {
    active = { file, source };
    vitest.invalidateFile(file);
    try {
      return await run(vitest, specifications);
    } finally {
      active = null;
      vitest.invalidateFile(file);
    }
  };

  return {
    database,
    async find(filters) {
      const all = await Promise.all(filters.map(async (filter) => known(filter)));
      return [...new Map(all.flat().map((each) => [each.moduleId, each])).values()];
    },
    async findFailure(specifications, mutant) {
      try {
        if (!mutant) return await run(vitest, specifications);
        const { fault, file } = mutant;
        if ('source' in fault) return await runWith(specifications, fault.source, join(projectFolder, file));
        if (!(await database.spoil(fault.sql))) return 'the database does not accept it';
        return await run(vitest, specifications);
      } finally {
        if (kind === 'server') await database.restore();
      }
    },
    close: () => vitest.close(),
  };
}

/** Keeps the requested order: the tests closest to the fault come first. */
class InOrder extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    return specifications;
  }
}

async function run(vitest: Vitest, specifications: TestSpecification[]): Promise<string | null> {
  if (specifications.length === 0) return null;
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  if (testModules.length === 0) throw new Error('no test was run');
  if (unhandledErrors.length > 0) return inspect(unhandledErrors[0]);
  const failed = testModules.find((module) => !module.ok());
  if (!failed) return null;
  const [test] = failed.children.allTests('failed');
  return `${failed.relativeModuleId}: ${test?.fullName ?? failed.errors()[0]?.message ?? 'failed'}`;
}

export interface TemplateDatabase {
  query<Row>(text: string): Promise<Row[]>;
  /** Returns false if the database rejects the statement, in which case nobody could have deployed it. */
  spoil(sql: string): Promise<boolean>;
  restore(): Promise<void>;
}

/** The migrated database of the test cluster, with a clean copy to restore from. */
function templateDatabase(vitest: Vitest): TemplateDatabase {
  let isSpoilt = false;
  let spoilt = 0;
  const connect = async <T>(name: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const { clusterUrl } = vitest.projects[0]?.getProvidedContext() ?? {};
    if (!clusterUrl) throw new Error('the test cluster starts with the first run');
    const client = await openClient({ connectionString: databaseAt(clusterUrl, name) });
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  return {
    query: (text, values = []) => connect('template', async (client) => (await client.query(text, [...values])).rows),
    async spoil(sql) {
      await connect('postgres', async (client) => {
        const { rowCount } = await client.query(`SELECT FROM pg_database WHERE datname = 'template_clean'`);
        if (rowCount === 0) await client.query('CREATE DATABASE template_clean TEMPLATE template');
      });
      isSpoilt = true;
      return connect('template', (client) =>
        client.query(sql).then(
          () => true,
          () => false,
        ),
      );
    },
    restore: () =>
      connect('postgres', async (client) => {
        // Dropping a database takes a checkpoint, so they are dropped by the dozen.
        const { rows } = await client.query<{ datname: string }>(
          `SELECT datname FROM pg_database WHERE datname ~ '^(test|spoilt)_'`,
        );
        for (const { datname } of rows.length < 24 ? [] : rows)
          await client.query(`DROP DATABASE ${datname} WITH (FORCE)`);
        if (!isSpoilt) return;
        await client.query(`ALTER DATABASE template RENAME TO spoilt_${(spoilt += 1)}`);
        await client.query('CREATE DATABASE template TEMPLATE template_clean');
        isSpoilt = false;
      }),
  };
}
