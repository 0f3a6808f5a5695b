import { randomUUID } from 'node:crypto';
import { type BrokerageRequest } from '#wallet/brokerage-contract.ts';

/** A transfer to the platform of 10 USD from an account nobody has used before, or with what the test says instead. */
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
