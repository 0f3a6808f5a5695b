import type { ReportedOperation } from '../../contract.ts';

/** A winning Forex operation, in which 350 took part. */
export function operationOf(different: Partial<ReportedOperation> = {}): ReportedOperation {
  return {
    Id: '9b2f3c1e-4e0f-4a8e-9b1f-0e8a2b6f7c01',
    Opened: '2026-03-02T11:30:00.000Z',
    Date: '2026-03-02T12:30:00.000Z',
    Asset: 'Forex',
    Pair: 'EUR/USD',
    Payout: 1.25,
    Profit: 4.375,
    Source: 'operator',
    Product: 'copytrade',
    ...different,
  };
}
