/** What the list of stakes can be narrowed to and ordered by, besides its usual order, newest first. */
export const stakeStates = ['all', 'in_progress', 'finished', 'canceled'] as const;
export const stakeOrders = ['newest', 'ending', 'largest'] as const;
