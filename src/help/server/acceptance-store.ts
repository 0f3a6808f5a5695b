import { isTermsVersion, standardFees, type TermsFees } from '#auth/terms-versions.ts';
import { requireOne, type Sql } from '#database/server/database.ts';

interface Acceptance {
  Version: string;
  At: string;
}

interface AcceptancesRow {
  version: string | null;
  at: Date | null;
  fees: TermsFees | null;
  vault_version: string | null;
  vault_at: Date | null;
}

/** Returns what the customer accepted: the terms of use at sign-up, and the latest version of the vault's terms. */
export async function readAcceptances(
  sql: Sql,
  customerId: string,
): Promise<{ terms: (Acceptance & { Fees: TermsFees | null }) | null; vaultTerms: Acceptance | null }> {
  const row = await requireOne<AcceptancesRow>(
    sql,
    `SELECT c.terms_version AS version, c.terms_accepted_at AS at, c.terms_fees AS fees, v.version AS vault_version, v.accepted_at AS vault_at
     FROM customers c LEFT JOIN LATERAL (
       SELECT version, accepted_at FROM vault_acceptances WHERE customer_id = c.id AND cell = cell_of(c.id)
       ORDER BY accepted_at DESC LIMIT 1
     ) v ON true WHERE c.id = $1`,
    [customerId],
  );
  const { version: used, at: usedAt, vault_version: version, vault_at: at } = row;
  const fees = row.fees ?? (used !== null && isTermsVersion(used) ? standardFees[used] : null);
  return {
    terms: used === null || usedAt === null ? null : { Version: used, At: usedAt.toISOString(), Fees: fees },
    vaultTerms: version === null || at === null ? null : { Version: version, At: at.toISOString() },
  };
}
