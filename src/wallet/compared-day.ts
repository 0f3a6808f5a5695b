/** How the brokerage's book and ours may differ on a transfer. */
export const breaks = [
  'missing_here',
  'missing_there',
  'other_amount',
  'other_currency',
  'other_state',
  'other_figures',
  'booked_twice',
] as const;
export type Break = (typeof breaks)[number];
