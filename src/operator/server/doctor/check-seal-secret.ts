import type { Config } from '#settings/server/config.ts';
import type { Sql } from '#database/server/database.ts';
import { findSealSecret } from '#secondfactor/server/read-seal-secret.ts';
import { judgeSealSecret } from '#secondfactor/server/require-seal-secret.ts';
import { type Finding, fine, wrong } from './finding.ts';

const check = 'second_factor';

/** Checks that the secret that seals authenticator apps is the one that this database was begun with. */
export async function checkSealSecret(sql: Sql, config: Config): Promise<Finding[]> {
  const secret = findSealSecret(config);
  if (secret === null) return [fine(check, 'none_yet')];
  const verdict = await judgeSealSecret(sql, secret);
  if (verdict === 'wrong') return [wrong(check, 'wrong')];
  return [fine(check, verdict === 'right' ? 'right' : 'unrecorded')];
}
