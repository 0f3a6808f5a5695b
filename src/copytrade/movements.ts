import type { Movement } from '#ledger/movement.ts';
import { type Micros, zero } from '#money/money.ts';

/** What the ledger needs to know of a licence. */
export interface LicenceTerms {
  id: string;
  customerId: string;
  amount: Micros;
}

/** The customer puts the amount to work. Nobody gains or loses yet, and nothing is promised. */
export function openingMovement(licence: LicenceTerms): Movement {
  return movement(licence, 'opened', [{ from: 'balance', to: 'copytrade', amount: licence.amount }]);
}

/** The customer has the amount back with what the operations won, which trading pays; what they lost goes to trading. */
export function expiringMovement(licence: LicenceTerms, result: Micros): Movement {
  const gain = result > 0n ? result : zero;
  const loss = result < 0n ? (-result as Micros) : zero;
  return movement(licence, 'expired', [
    { from: 'copytrade', to: 'balance', amount: (licence.amount - loss) as Micros },
    { from: 'trading', to: 'balance', amount: gain },
    { from: 'copytrade', to: 'trading', amount: loss },
  ]);
}

function movement(licence: LicenceTerms, event: string, transfers: Movement['transfers']): Movement {
  return {
    key: `copytrade:${licence.id}:${event}`,
    kind: `copytrade_${event}`,
    owner: licence.customerId,
    reference: licence.id,
    transfers: transfers.filter(({ amount }) => amount > 0n),
  };
}
