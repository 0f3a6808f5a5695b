/**
 * The reports that can be exported as a file: the books by account and day, what was owed each day, and each customer's accounts by day.
 * The last identifies every customer by id, and needs two people.
 */
export const reportNames = ['accounts', 'liabilities', 'customers'] as const;
export type ReportName = (typeof reportNames)[number];
