import { type BrokerageRequest, toBrokerageDecimal } from '../brokerage-contract.ts';
import { leavingAmount } from '../journals.ts';
import type { TransferRecord } from './transfer-store.ts';

const settleCurrencies = { brl: 'BRL', usdt: 'USDT' } as const;

/** The request to the brokerage. The account there is named by the customer's own id; our fee is none of its business. */
export function requestOf(transfer: TransferRecord): BrokerageRequest {
  return {
    reference: transfer.id,
    account: transfer.customerId,
    direction: transfer.direction === 'deposit' ? 'to_platform' : 'to_broker',
    amount: toBrokerageDecimal(leavingAmount(transfer)),
    currency: settleCurrencies[transfer.currency],
    settle_amount: toBrokerageDecimal(transfer.net),
  };
}
