import { randomUUID } from 'node:crypto';
import { type BrokerageRequest } from '#wallet/brokerage-contract.ts';

/** A transfer of 10 USD to the platform from a fresh account, with the test's overrides. */
export function transferOf(input: Partial<BrokerageRequest> = {}): BrokerageRequest {
  return {
    reference: randomUUID(),
    account: randomUUID(),
    direction: 'to_platform',
    amount: '10.00',
    currency: 'USDT',
    settle_amount: '10.00',
    ...input,
  };
}
