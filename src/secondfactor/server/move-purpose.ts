import { amountOf } from '#money/amount.ts';
import { refusePlatform } from '#platform/refusals.ts';
import type { GivingUp } from '#database/server/guard-move.ts';
import type { ChallengePurpose } from '../contract.ts';

interface Asked {
  purpose: ChallengePurpose;
  amount?: number | undefined;
  currency?: string | undefined;
  position?: string | undefined;
}

/** What is signed and approved: this amount in this currency, or this position, and nothing else. */
export function purposeOf({ purpose, amount, currency, position }: Asked): string {
  if (purpose === 'withdrawal') {
    if (!amount || !currency) throw refusePlatform('invalid_amount', { field: 'amount' });
    return purposeOfMove({ purpose, amount: amountOf(amount), currency });
  }
  if (purpose !== 'leave') return purpose;
  if (!position) throw refusePlatform('invalid_field', { field: 'position' });
  return purposeOfMove({ purpose, position });
}

type Named =
  | Omit<Extract<GivingUp, { purpose: 'withdrawal' }>, 'withdrawalId'>
  | Exclude<GivingUp, { purpose: 'withdrawal' }>;

export function purposeOfMove(move: Named): string {
  if (move.purpose === 'withdrawal') return `withdrawal:${move.amount}:${move.currency}`;
  return move.purpose === 'leave' ? `leave:${move.position.toLowerCase()}` : move.purpose;
}
