/** How the days of a feed are written where a slash separates them: 03/04 is 3 April, or 4 March. */
export const dateOrders = ['day-first', 'month-first'] as const;

export type DateOrder = (typeof dateOrders)[number];
