import { dayMs } from '#platform/clock.ts';
import type { Investment, Plan } from '../../contract.ts';

/** An investment of 1000 at 30 %, a quarter of the way through. */
export function investmentOf(different: Partial<Investment> = {}): Investment {
  const Start = '2026-03-02T12:00:00.000Z';
  return {
    Id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    Start,
    End: new Date(Date.parse(Start) + 180 * dayMs).toISOString(),
    Rate: 30,
    Amount: 1000,
    Profit: 75,
    Progress: 25,
    Status: 'active',
    Promocode: null,
    ...different,
  };
}

export function planOf(different: Partial<Plan> = {}): Plan {
  const Amounts = [100, 250, 500, 1000, 2500, 5000, 10_000, 25_000];
  return { Days: 180, Rate: 30, Amounts, TermsAccepted: false, ...different };
}
