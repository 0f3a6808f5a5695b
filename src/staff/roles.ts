/**
 * Roles of the staff, one per person: what a person may do can then be read in one line. Whoever needs two is invited twice, by name, with
 * two addresses.
 */
export const roles = ['support', 'payments', 'treasury', 'desk', 'compliance', 'auditor', 'admin'] as const;

export type Role = (typeof roles)[number];

/** Roles with access to cases and their notes: compliance decides; support and the auditor read. */
export const whoSeesCases: readonly Role[] = ['support', 'compliance', 'auditor'];

/** Roles that see how the installation itself is doing. */
export const whoRunsIt: readonly Role[] = ['admin', 'auditor'];

/** Roles that review what each member of the staff may do, and did. */
export const whoReviewsAccess: readonly Role[] = ['admin', 'compliance', 'auditor'];

/** All roles that work with customers or their money. The admin handles staff and settings, and sees no customer. */
export const allButAdmin: readonly Role[] = ['support', 'payments', 'treasury', 'desk', 'compliance', 'auditor'];
