import type { TestProject } from 'vitest/node';
import { openClient } from '#database/server/clients.ts';
import { openDatabase } from '#database/server/database.ts';
import { usd } from '#money/money.ts';
import { fundTreasury } from '#operator/server/fund-treasury.ts';
import { databaseAt } from './database-at.ts';
import { standardTreasury } from './build-world.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A template with the standard treasury, if one was created. */
    fundedTemplate?: string;
  }
}

/**
 * Creates a second template, already funded with the standard treasury, so that no test waits for it. Run it after everything else that
 * changes the first template.
 */
export default async function fundTemplate(project: TestProject): Promise<void> {
  const { clusterUrl, runtimeUrl } = project.getProvidedContext();
  const name = 'template_funded';
  const client = await openClient({ connectionString: clusterUrl });
  await client.query(`CREATE DATABASE ${name} TEMPLATE template`);
  await client.end();
  const db = openDatabase({ url: databaseAt(runtimeUrl, name) });
  await fundTreasury(db, usd(standardTreasury), 'tests');
  await db.close();
  project.provide('fundedTemplate', name);
}
