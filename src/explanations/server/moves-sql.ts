import { type AccountKind, customerAccounts } from '#ledger/movement.ts';
import type { Move } from '../figures.ts';

/**
 * The transfers that moves speak of, newest first: for each of them one walk down an index of the customer's own account,
 * merged. $1 whose, $2 before which transfer, $3 from and $4 until when, $5 how many.
 */
export function movesSql(moves: readonly Move[]): string {
  return `
    WITH own AS (SELECT id, kind FROM ledger.accounts WHERE owner = $1)
    SELECT l.id, j.kind, f.kind AS from_kind, g.kind AS to_kind, l.amount, l.happened_at, j.reference
    FROM (${moves.map(walk).join(' UNION ALL ')}) l
    JOIN ledger.journals j ON j.id = l.journal_id
    JOIN ledger.accounts f ON f.id = l.from_account
    JOIN ledger.accounts g ON g.id = l.to_account
    ORDER BY l.id DESC LIMIT $5`;
}

function walk({ from, to, kind }: Move): string {
  const conditions = isCustomers(from)
    ? [isAccount('from', from), isAccount('to', to)]
    : [isAccount('to', to), isAccount('from', from)];
  if (kind) conditions.push(`(SELECT j.kind FROM ledger.journals j WHERE j.id = t.journal_id) = '${kind}'`);
  return `(SELECT t.id, t.journal_id, t.from_account, t.to_account, t.amount, t.happened_at FROM ledger.transfers t
    WHERE ${conditions.join(' AND ')} AND t.id < $2 AND t.happened_at >= $3 AND t.happened_at < $4
    ORDER BY t.id DESC LIMIT $5)`;
}

function isCustomers(kind: AccountKind | 'any'): boolean {
  return customerAccounts.some((account) => account === kind);
}

/** The treasury's parts have the numbers 16 to 31. */
function isAccount(side: 'from' | 'to', kind: AccountKind | 'any'): string {
  const account = `t.${side}_account`;
  if (kind === 'any') return 'true';
  if (kind === 'treasury') return `${account} BETWEEN 16 AND 31`;
  if (isCustomers(kind)) return `${account} = (SELECT id FROM own WHERE kind = '${kind}')`;
  return `${account} = (SELECT id FROM ledger.accounts WHERE owner IS NULL AND kind = '${kind}')`;
}
