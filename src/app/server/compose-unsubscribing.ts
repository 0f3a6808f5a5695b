import { createUnsubscribing, type Unsubscribing } from '#notices/server/unsubscribing.ts';
import type { Config } from '#settings/server/config.ts';
import { readSealSecret } from '#secondfactor/server/read-seal-secret.ts';

/** The links of emails are signed with the installation's secret: whoever sends them and whoever serves them are different programs. */
export function composeUnsubscribing(config: Config): Unsubscribing {
  return createUnsubscribing(config.publicUrl, () => readSealSecret(config));
}
