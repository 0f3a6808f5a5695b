/**
 * Roles of the staff, one per person: what a person may do can then be read in one line. Whoever needs two is invited twice, by name, with
 * two addresses.
 */
export const roles = ['support', 'payments', 'treasury', 'desk', 'compliance', 'auditor', 'admin'] as const;

export type Role = (typeof roles)[number];

/** Roles with access to cases and their notes: compliance decides; support and the auditor read. */
export const whoSeesCases: readonly Role[] = ['support', 'compliance', 'auditor'];

/** All roles that work with customers or their money. The admin handles staff and settings, and sees no customer. */
export const allButAdmin: readonly Role[] = ['support', 'payments', 'treasury', 'desk', 'compliance', 'auditor'];
