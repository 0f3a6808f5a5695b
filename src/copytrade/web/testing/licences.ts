import type { CopyOffer, Licence } from '../../contract.ts';

/** A running licence of 250 with a small gain. */
export function licenceOf(different: Partial<Licence> = {}): Licence {
  return {
    Id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    Start: '2026-03-02T12:00:00.000Z',
    End: '2026-04-01T12:00:00.000Z',
    Amount: 250,
    Profit: 7.5,
    Progress: 33.33,
    Status: 'active',
    AwaitsOperations: false,
    ...different,
  };
}

export function offerOf(different: Partial<CopyOffer> = {}): CopyOffer {
  return { Open: true, Amounts: [50, 100, 250], Days: 30, ...different };
}
