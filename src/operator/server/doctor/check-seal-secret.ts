import type { Config } from '#settings/server/config.ts';
import type { Sql } from '#database/server/database.ts';
import { findSealSecret } from '#secondfactor/server/read-seal-secret.ts';
import { judgeSealSecret, otherSecret, otherSecretRemedy } from '#secondfactor/server/require-seal-secret.ts';
import { type Finding, fine, wrong } from './finding.ts';

const check = 'second factor';

/** Checks that the secret that seals authenticator apps is the one that this database was begun with. */
export async function checkSealSecret(sql: Sql, config: Config): Promise<Finding[]> {
  const secret = findSealSecret(config);
  if (secret === null) return [fine(check, 'no secret yet: the first start creates its file')];
  const verdict = await judgeSealSecret(sql, secret);
  if (verdict === 'wrong') return [wrong(check, otherSecret, otherSecretRemedy)];
  return [
    fine(check, verdict === 'right' ? 'the secret is the one recorded' : 'none is recorded: the first start does it'),
  ];
}
