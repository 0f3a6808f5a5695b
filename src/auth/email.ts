/** One address, however it was typed: spaces around it and capitals make no other customer. */
export function normaliseEmail(typed: string): string {
  return typed.trim().toLowerCase();
}

/**
 * Of the demo investor, or of somebody whom the sandbox invents: nobody else is ever given one, since production does not
 * start on a database that has any (db/migrations/0001_installation.sql says the same).
 */
export function isOfTheSandbox(email: string): boolean {
  return /(^demo@lastro|@sandbox)\.example$/.test(normaliseEmail(email));
}
