import type { ExchangeRates, Transfer } from '../../contract.ts';

export const rates: ExchangeRates = {
  Usdbrl: { High: 5.4321, Low: 5.4, At: '2026-03-02T12:00:00.000Z' },
  Stale: false,
  Closed: null,
};

export const noRates: ExchangeRates = { Usdbrl: { High: 0, Low: 0, At: null }, Stale: true, Closed: 'away' };

/** A deposit of a hundred dollars, settled in reais, still on its way. */
export function depositOf(different: Partial<Transfer> = {}): Transfer {
  return {
    Id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    Date: '2026-03-02T12:00:00.000Z',
    Amount: 100,
    Currency: 'brl',
    Rate: 5.4321,
    Fee: 0,
    Net: 543.21,
    Status: 'in_progress',
    Notes: '',
    Reviewed: false,
    ...different,
  };
}
