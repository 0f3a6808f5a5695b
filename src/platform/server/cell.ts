/** Everything of a customer's is kept in one of 256 cells, for good: the last byte of their id. */
export const cells = 256;

export function cellOf(customerId: string): number {
  return Number.parseInt(customerId.slice(-2), 16);
}
