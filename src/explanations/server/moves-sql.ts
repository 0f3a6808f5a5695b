import { type AccountKind, customerAccounts } from '#ledger/journal.ts';
import type { Move } from '../figures.ts';

/**
 * The journal of a transfer, and the kind of an account: looked up for each row that was walked to. As plain joins they would
 * invite the planner to begin with the whole of the other table where it thinks that little will be found there.
 */
export function journalOf(transfer: string): string {
  return `CROSS JOIN LATERAL (
    SELECT kind, reference FROM ledger.journals WHERE id = ${transfer}.journal_id OFFSET 0
  ) j`;
}

export function kindOf(account: string): string {
  return `(SELECT kind FROM ledger.accounts WHERE id = ${account})`;
}

/**
 * The transfers that moves speak of, newest first: for each of them one walk down an index of the customer's own account,
 * merged. $1 whose, $2 before which transfer, $3 from and $4 until when, $5 how many.
 */
export function movesSql(moves: readonly Move[]): string {
  return `
    WITH own AS (SELECT id, kind FROM ledger.accounts WHERE owner = $1)
    SELECT l.id, j.kind, ${kindOf('l.from_account')} AS from_kind, ${kindOf('l.to_account')} AS to_kind,
      l.amount, l.happened_at, j.reference
    FROM (${moves.map(walk).join(' UNION ALL ')}) l
    ${journalOf('l')}
    ORDER BY l.id DESC LIMIT $5`;
}

function walk({ from, to, kind }: Move): string {
  const [own, side, other, otherSide] = isCustomers(from)
    ? ([from, 'from', to, 'to'] as const)
    : ([to, 'to', from, 'from'] as const);
  const conditions = [inWalk(side, own), isAccount(otherSide, other), 't.happened_at >= $3', 't.happened_at < $4'];
  if (kind) conditions.push(`(SELECT j.kind FROM ledger.journals j WHERE j.id = t.journal_id) = '${kind}'`);
  return `(SELECT t.id, t.journal_id, t.from_account, t.to_account, t.amount, t.happened_at FROM ledger.transfers t
    WHERE ${conditions.join(' AND ')} ORDER BY t.${side}_account DESC, t.id DESC LIMIT $5)`;
}

/**
 * The transfers of the customer's own account on one side, before $2: as a range of that side's index and in its order, so that
 * no other index, such as that of all transfers by id, can be taken for it.
 */
export function inWalk(side: 'from' | 'to', kind: string): string {
  const place = `(t.${side}_account, t.id)`;
  const account = ownAccount(kind);
  return `${place} > (${account}, 0) AND ${place} < (${account}, $2)`;
}

function ownAccount(kind: string): string {
  return `(SELECT id FROM own WHERE kind = '${kind}')`;
}

function isCustomers(kind: AccountKind | 'any'): boolean {
  return customerAccounts.some((account) => account === kind);
}

/** The treasury's parts have the numbers 16 to 31. */
function isAccount(side: 'from' | 'to', kind: AccountKind | 'any'): string {
  const account = `t.${side}_account`;
  if (kind === 'any') return 'true';
  if (kind === 'treasury') return `${account} BETWEEN 16 AND 31`;
  if (isCustomers(kind)) return `${account} = ${ownAccount(kind)}`;
  return `${account} = (SELECT id FROM ledger.accounts WHERE owner IS NULL AND kind = '${kind}')`;
}
