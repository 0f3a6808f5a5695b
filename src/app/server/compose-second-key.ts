import { readKnownDevice } from '#auth/server/known-devices.ts';
import { readAddressee } from '#auth/server/mailbox-store.ts';
import { enterMarked, isPasswordOf } from '#auth/server/marked-session.ts';
import { createPasswordWork } from '#auth/server/password-work.ts';
import { endSessionsBut, endSessionsOf, isSessionAlive } from '#auth/server/session-store.ts';
import { everybodyListens } from '#operator/server/everybody-listens.ts';
import { tellSecurityChange } from '#operator/server/tell-security-change.ts';
import { type Clock, realClock } from '#platform/clock.ts';
import type { Config } from '#platform/server/config.ts';
import { readPasskeySite } from '#secondkey/server/passkey-site.ts';
import { readSealSecret } from '#secondkey/server/read-seal-secret.ts';
import { createSeal } from '#secondkey/server/seal.ts';
import type { SecondKeyParts } from '#secondkey/server/second-key-parts.ts';

/** The second key and how one gets in meet here: neither folder knows the other. */
export function composeSecondKey(
  config: Config,
  {
    passwords = createPasswordWork(),
    clock = realClock,
  }: { passwords?: ReturnType<typeof createPasswordWork>; clock?: Clock | undefined } = {},
): SecondKeyParts {
  return {
    clock,
    seal: createSeal(() => readSealSecret(config)),
    site: readPasskeySite(config),
    brand: config.brandName,
    login: {
      isPassword: (db, guess) => isPasswordOf(db, passwords, guess),
      readKnownDevice,
      readAddressee,
      isSessionAlive,
      endSessions: endSessionsOf,
      endOtherSessions: endSessionsBut,
      openSession: (tx, entry) => enterMarked(tx, entry, everybodyListens),
    },
    onSecurityChange: tellSecurityChange,
  };
}
