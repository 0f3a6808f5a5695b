import { announcerOf } from '../changes.ts';
import type { Database } from '../database.ts';

/** Listens from now on; returns the customers about whom something has been announced so far. */
export function hear(db: Pick<Database, 'pool'>): () => Set<string> {
  const customers = new Set<string>();
  const stop = announcerOf(db).hear((changes) => {
    for (const customer of changes.keys()) customers.add(customer);
  });
  return () => {
    stop();
    return customers;
  };
}
