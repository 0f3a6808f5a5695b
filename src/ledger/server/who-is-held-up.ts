/** Returns each `customer` of an array whose accounts, or whose part of the treasury, another transaction has locked. Waits for nobody. */
export const whoIsHeldUp = 'SELECT customer FROM ledger.held_up($1) AS customer';
