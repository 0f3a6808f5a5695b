/** Everything that belongs to a customer is stored in one of 256 cells, permanently: the last byte of their id. */
export const cells = 256;

export function cellOf(customerId: string): number {
  return Number.parseInt(customerId.slice(-2), 16);
}
