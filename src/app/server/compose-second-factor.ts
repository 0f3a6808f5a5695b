import { readKnownDevice } from '#auth/server/known-devices.ts';
import { readAddressee } from '#auth/server/mailbox-store.ts';
import { checkPasswordOf, enterMarked } from '#auth/server/marked-session.ts';
import { createPasswordWork } from '#auth/server/password-work.ts';
import { endSessionsBut, endSessionsOf, isSessionAlive } from '#auth/server/session-store.ts';
import { dropFeed } from '#maturities/server/calendar-store.ts';
import { endPlanted } from '#operator/server/end-planted.ts';
import { subscribers } from './subscribers.ts';
import { publishSecurityChange } from './publish-security-change.ts';
import { type Clock, realClock } from '#platform/clock.ts';
import type { Config } from '#settings/server/config.ts';
import { readPasskeySite } from '#secondfactor/server/passkey-site.ts';
import { readSealSecret } from '#secondfactor/server/read-seal-secret.ts';
import { createSeal } from '#secondfactor/server/seal.ts';
import type { SecondFactorParts } from '#secondfactor/server/second-factor-parts.ts';

/** Connects the second factor with login: neither folder knows the other. */
export function composeSecondFactor(
  config: Config,
  {
    passwords = createPasswordWork(),
    clock = realClock,
  }: { passwords?: ReturnType<typeof createPasswordWork>; clock?: Clock | undefined } = {},
): SecondFactorParts {
  return {
    clock,
    seal: createSeal(() => readSealSecret(config)),
    site: readPasskeySite(config),
    brand: config.brandName,
    login: {
      checkPassword: (db, guess) => checkPasswordOf(db, passwords, guess),
      readKnownDevice,
      readAddressee,
      isSessionAlive,
      endSessions: async (tx, customerId) => {
        await endSessionsOf(tx, customerId);
        await endPlanted(tx, customerId);
      },
      endOtherSessions: async (tx, customerId, token) => {
        await endSessionsBut(tx, customerId, token);
        await dropFeed(tx, customerId);
      },
      openSession: (tx, entry) => enterMarked(tx, entry, subscribers),
    },
    onSecurityChange: publishSecurityChange,
  };
}
