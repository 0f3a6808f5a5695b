import type { Role } from '#staff/roles.ts';

/** Those who work with the ledger, and who check it. */
export const whoReadsTheBooks: readonly Role[] = ['payments', 'treasury', 'compliance', 'auditor'];
/** Those who take reports of it along. */
export const whoTakesReports: readonly Role[] = ['treasury', 'compliance', 'auditor'];
