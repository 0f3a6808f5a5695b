import { setTimeout as pause } from 'node:timers/promises';
import { TOTP } from 'otpauth';

const stepMs = 30_000;

/** An authenticator app: each code that it gives is another one, and the server takes it for half a minute at least. */
export function openAuthenticatorApp(secret: string): { nextCode: () => Promise<string> } {
  const totp = new TOTP({ secret: secret.replaceAll(' ', '') });
  let given = 0;
  return {
    async nextCode() {
      // The server takes the step before and the one after as well: that of the step before would soon be too old on a slow machine, and
      // of those to come one is good already.
      given = Math.max(given + 1, Math.floor(Date.now() / stepMs));
      await pause((given - 1) * stepMs - Date.now());
      return totp.generate({ timestamp: given * stepMs });
    },
  };
}
