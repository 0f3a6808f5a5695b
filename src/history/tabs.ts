/** The histories there are (H1), and the statement (H4): one list each, under this name in the address and in its file. */
export const historyTabs = [
  'copytrade',
  'stakes',
  'operations',
  'withdrawals',
  'bonus',
  'residual',
  'primezord',
  'vault',
  'statement',
] as const;
export type HistoryTab = (typeof historyTabs)[number];
