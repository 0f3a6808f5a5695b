import type { Database } from '#database/server/database.ts';
import { hashOfToken } from '#platform/server/secret-token.ts';
import { setupMinutes } from '../contract.ts';
import { keepSetup } from './app-store.ts';
import { drawSecret, presentSecret } from './authenticator-code.ts';
import { type Changing, changeSecondFactor, requireConfirmed } from './change-second-factor.ts';
import type { SecondFactorParts } from './second-factor-parts.ts';

/** Creates a secret, shown only in this answer; until a first code confirms it, the existing app stays in force. */
export async function beginApp(
  db: Database,
  parts: SecondFactorParts,
  changing: Changing,
): Promise<{ Secret: string; Uri: string }> {
  const { id } = changing.investor;
  requireConfirmed(changing.investor);
  return changeSecondFactor(db, parts, changing, 'add_app', async (tx) => {
    const secret = drawSecret();
    await keepSetup(tx, {
      customerId: id,
      sessionHash: hashOfToken(changing.token),
      sealedSecret: parts.seal.close(secret, id),
      expiresAt: new Date(parts.clock.now().getTime() + setupMinutes * 60_000),
    });
    const addressee = await parts.login.readAddressee(tx, id);
    return presentSecret(secret, parts.brand, addressee?.email ?? id);
  });
}
