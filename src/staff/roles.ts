/**
 * What somebody of the staff is there for. One role a person: what a person may do is then read in one line, and whoever needs two
 * is invited twice, by name, with two addresses.
 */
export const roles = ['support', 'payments', 'treasury', 'desk', 'compliance', 'auditor', 'admin'] as const;

export type Role = (typeof roles)[number];

/** Whom cases and what is said in them are for: compliance decides; support and the auditor read. */
export const whoSeesCases: readonly Role[] = ['support', 'compliance', 'auditor'];

/** Everybody who works with customers or their money. The admin is for staff and settings, and sees no customer. */
export const allButAdmin: readonly Role[] = ['support', 'payments', 'treasury', 'desk', 'compliance', 'auditor'];
