import { readEmail } from '#platform/typed/read-email.ts';

/** Normalises an address: surrounding spaces and capitals do not make a different customer. What is no address is nobody's. */
export function normaliseEmail(typed: string): string {
  return readEmail(typed) ?? typed.trim().toLowerCase();
}

/**
 * Whether the address is the demo investor's or one invented by the sandbox. Nobody else is ever given one, because production does not
 * start on a database that contains any (db/migrations/0001_the_installation.sql says the same).
 */
export function isOfTheSandbox(email: string): boolean {
  return /(^demo@lastro|@sandbox)\.example$/.test(normaliseEmail(email));
}
