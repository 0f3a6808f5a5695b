import type { TestProject } from 'vitest/node';
import { openClient } from '#platform/server/clients.ts';
import { openDatabase } from '#platform/server/database.ts';
import { usd } from '#money/money.ts';
import { fundTreasury } from '#operator/server/fund-treasury.ts';
import { databaseAt } from './database-at.ts';
import { standardTreasury } from './build-world.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A template with the standard treasury, where there is one. */
    fundedTemplate?: string;
  }
}

/**
 * A second template, in which every cell has its part of the treasury that most worlds begin with: to spread it takes longer than many
 * a test. To be run after whatever else changes the first.
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
