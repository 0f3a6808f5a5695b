import { noteChange } from '#database/server/changes.ts';
import type { Database } from '#database/server/database.ts';
import type { CallRequest } from '#http/server/serve.ts';
import { transaction } from '#database/server/transaction.ts';
import type { acceptTerms as contract } from '../contract.ts';
import { refuseAuth } from '../refusals.ts';
import { quotedFees, type TermsFees, termsVersion } from '../terms-versions.ts';
import type { ReadTermsFees } from './register-customer.ts';

/** Accepts the terms in force for a customer who has not accepted any; whoever has keeps theirs. */
export function acceptTerms(
  db: Database,
  readTermsFees: ReadTermsFees,
  { investor, headers }: Pick<CallRequest<typeof contract>, 'investor' | 'headers'>,
): Promise<void> {
  return transaction(db, async (tx) => {
    const fees = requireShown(await readTermsFees(tx), headers['quoted-fees']);
    await tx.query(
      `UPDATE customers SET terms_accepted_at = now(), terms_version = $2, terms_fees = $3
       WHERE id = $1 AND terms_accepted_at IS NULL AND erased_at IS NULL`,
      [investor.id, termsVersion, JSON.stringify(fees)],
    );
    // Every page of theirs stops asking.
    noteChange(tx, investor.id, 'money');
  });
}

/** @throws Refusal `terms_changed` if these are not the fees that the reader was shown */
export function requireShown(fees: TermsFees, shown: string | undefined): TermsFees {
  if (shown === undefined || shown === quotedFees(fees)) return fees;
  const { TaxWithheld, ...others } = fees;
  throw refuseAuth('terms_changed', TaxWithheld === undefined ? others : { ...others, TaxWithheld });
}
