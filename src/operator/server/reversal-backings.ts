import type { Backing, Backings } from '#ledger/server/backing.ts';
import type { ReversingKind } from '#ledger/reversals.ts';

/** The backing of a reversing journal: the row that states which journal it reverses, and its amounts. */
export const reversalBackings = {
  reversed_deposit: reversal('reversed_deposit'),
  reversed_withdrawal: reversal('reversed_withdrawal'),
  reversed_bonus: reversal('reversed_bonus'),
  reversed_residual: reversal('reversed_residual'),
  reversed_withholding: reversal('reversed_withholding'),
} satisfies Partial<Backings>;

function reversal(kind: ReversingKind): Backing {
  return `SELECT 'reversed:' || r.journal AS key, r.customer_id AS owner, r.reference, leg.giver, leg.taker, leg.amount
    FROM ledger_reversals r CROSS JOIN LATERAL jsonb_to_recordset(r.legs) AS leg (giver text, taker text, amount numeric)
    WHERE r.kind = '${kind}'`;
}
