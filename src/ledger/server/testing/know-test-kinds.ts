import type { TestProject } from 'vitest/node';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { addTestKinds } from './test-kinds.ts';

/** Adds the test kinds to the template that every test database is cloned from; it was migrated just before. */
export default async function knowTestKinds(project: TestProject): Promise<void> {
  const template = project.getProvidedContext().clusterUrl.replace(/\/postgres(?=\?|$)/, '/template');
  await addTestKinds((statement) => askAsOwner(template, statement));
}
