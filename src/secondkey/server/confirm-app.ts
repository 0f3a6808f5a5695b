import type { Database, Tx } from '#platform/server/database.ts';
import { hashOfToken } from '#platform/server/secret-token.ts';
import type { Asked } from '#platform/server/serve.ts';
import { transaction } from '#platform/server/transaction.ts';
import type { confirmApp as contract, NewRecoveryCodes } from '../contract.ts';
import { refuseSecondKey } from '../refusals.ts';
import { adoptSetup, readSetup } from './app-store.ts';
import { readStep } from './authenticator-code.ts';
import { beginSecondKey } from './begin-second-key.ts';
import { asAttempt } from './count-attempts.ts';
import { holdSecondKey } from './key-store.ts';
import type { SecondKeyParts } from './second-key-parts.ts';

type Asking = Pick<Asked<typeof contract>, 'body' | 'investor' | 'token'>;

/** The app has the secret: its first code says so, and is spent by it. */
export function confirmApp(db: Database, parts: SecondKeyParts, asking: Asking): Promise<NewRecoveryCodes> {
  const { body: shown, investor, token } = asking;
  return asAttempt(db, { customerId: investor.id, shown, place: { at: 'change', session: token } }, () =>
    transaction(db, async (tx) => {
      await holdSecondKey(tx, investor.id);
      await adopt(tx, parts, asking);
      const begun = await beginSecondKey(tx, parts, { customerId: investor.id, token });
      await parts.onSecurityChange(tx, { customerId: investor.id, what: 'app_added' });
      return begun;
    }),
  );
}

async function adopt(tx: Tx, { seal, clock }: SecondKeyParts, { body, investor, token }: Asking): Promise<void> {
  const now = clock.now();
  const sealed = await readSetup(tx, investor.id, hashOfToken(token), now);
  if (!sealed) throw refuseSecondKey('setup_expired');
  const step = readStep(seal.open(sealed, investor.id), body.code.replaceAll(' ', ''), now);
  if (step === null) throw refuseSecondKey('second_key_wrong');
  if (!(await adoptSetup(tx, investor.id, sealed, step, now))) throw refuseSecondKey('setup_expired');
}
