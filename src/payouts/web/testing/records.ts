import { addDays } from '#platform/clock.ts';
import type { RecordedOperation, TradingRecord } from '../../record-contract.ts';

/** Ninety days up to 2 March 2026 that rise by a tenth of a per cent each, with one bad day in the middle. */
export function recordOf(different: Partial<TradingRecord> = {}): TradingRecord {
  const first = new Date('2025-12-02T00:00:00Z');
  return {
    Product: 'copytrade',
    Since: '2025-11-03T14:30:00.000Z',
    Sandbox: false,
    Spans: [
      { Days: 30, From: '2026-02-01', Result: -2.5, WorstFall: 8, Operations: 41, Gains: 22 },
      { Days: 90, From: '2025-12-03', Result: 5.25, WorstFall: 11.75, Operations: 120, Gains: 71 },
    ],
    Series: Array.from({ length: 91 }, (_, at) => ({
      Date: addDays(first, at).toISOString().slice(0, 10),
      Result: at === 90 ? 5.25 : at / 10 - (at > 45 ? 3 : 0),
    })),
    ...different,
  };
}

export function recordedOperationOf(different: Partial<RecordedOperation> = {}): RecordedOperation {
  return {
    Id: '0195a3f0-0000-7000-8000-000000000001',
    Opened: '2026-03-01T13:30:00.000Z',
    Date: '2026-03-01T14:30:00.000Z',
    Asset: 'Forex',
    Pair: 'EUR/USD',
    Payout: -1.25,
    Source: 'operator',
    ...different,
  };
}
