import type { Role } from '#staff/roles.ts';

/** Roles that work with the ledger or check it. */
export const whoReadsTheBooks: readonly Role[] = ['payments', 'treasury', 'compliance', 'auditor'];
/** Roles that may download reports of it. */
export const whoTakesReports: readonly Role[] = ['treasury', 'compliance', 'auditor'];
