import type { Database, Tx } from '#database/server/database.ts';
import { hashOfToken } from '#platform/server/secret-token.ts';
import type { CallRequest } from '#http/server/serve.ts';
import { transaction } from '#database/server/transaction.ts';
import type { confirmApp as contract, NewRecoveryCodes } from '../contract.ts';
import { refuseSecondFactor } from '../refusals.ts';
import { adoptSetup, readSetup } from './app-store.ts';
import { readStep } from './authenticator-code.ts';
import { beginSecondFactor } from './begin-second-factor.ts';
import { holdFromSession } from './change-second-factor.ts';
import { asAttempt } from './count-attempts.ts';
import type { SecondFactorParts } from './second-factor-parts.ts';

type Asking = Pick<CallRequest<typeof contract>, 'body' | 'investor' | 'token'>;

/** Confirms with a first code that the app has the secret, and spends that code. */
export function confirmApp(db: Database, parts: SecondFactorParts, asking: Asking): Promise<NewRecoveryCodes> {
  const { body: shown, investor, token } = asking;
  return asAttempt(db, { customerId: investor.id, shown, place: { at: 'change', session: token } }, () =>
    transaction(db, async (tx) => {
      await holdFromSession(tx, parts, investor.id, token);
      await adopt(tx, parts, asking);
      const begun = await beginSecondFactor(tx, parts, { customerId: investor.id, token });
      await parts.onSecurityChange(tx, { customerId: investor.id, what: 'app_added' });
      return begun;
    }),
  );
}

async function adopt(tx: Tx, { seal, clock }: SecondFactorParts, { body, investor, token }: Asking): Promise<void> {
  const now = clock.now();
  const sealed = await readSetup(tx, investor.id, hashOfToken(token), now);
  if (!sealed) throw refuseSecondFactor('setup_expired');
  const step = readStep(seal.open(sealed, investor.id), body.code, now);
  if (step === null) throw refuseSecondFactor('second_key_wrong');
  if (!(await adoptSetup(tx, investor.id, sealed, step, now))) throw refuseSecondFactor('setup_expired');
}
