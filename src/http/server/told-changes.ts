import type { Limit } from './attempts.ts';

/**
 * Changes of an account by its customer that are told by an email, to an address that may not be confirmed: more in an hour than anybody
 * makes, and too few to fill a mailbox.
 */
export const toldChanges: Limit = { name: 'told_changes', most: 20, seconds: 60 * 60 };
