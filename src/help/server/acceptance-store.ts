import { isTermsVersion, standardFees, type TermsFees } from '#auth/terms-versions.ts';
import { requireOne, type Sql } from '#platform/server/database.ts';

interface Acceptance {
  Version: string;
  At: string;
}

interface AcceptancesRow {
  version: string;
  at: Date;
  fees: TermsFees | null;
  vault_version: string | null;
  vault_at: Date | null;
}

/** Returns what the customer accepted: the terms of use at sign-up, and the latest version of the vault's terms. */
export async function readAcceptances(
  sql: Sql,
  customerId: string,
): Promise<{ terms: Acceptance & { Fees: TermsFees | null }; vaultTerms: Acceptance | null }> {
  const row = await requireOne<AcceptancesRow>(
    sql,
    `SELECT c.terms_version AS version, c.terms_accepted_at AS at, c.terms_fees AS fees, v.version AS vault_version, v.accepted_at AS vault_at
     FROM customers c LEFT JOIN LATERAL (
       SELECT version, accepted_at FROM vault_acceptances WHERE customer_id = c.id AND cell = cell_of(c.id)
       ORDER BY accepted_at DESC LIMIT 1
     ) v ON true WHERE c.id = $1`,
    [customerId],
  );
  const { vault_version: version, vault_at: at } = row;
  return {
    terms: {
      Version: row.version,
      At: row.at.toISOString(),
      Fees: row.fees ?? (isTermsVersion(row.version) ? standardFees[row.version] : null),
    },
    vaultTerms: version === null || at === null ? null : { Version: version, At: at.toISOString() },
  };
}
