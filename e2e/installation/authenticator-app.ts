import { setTimeout as pause } from 'node:timers/promises';
import { TOTP } from 'otpauth';

const stepMs = 30_000;

/** An authenticator app: each code differs from the previous ones and is accepted for at least half a minute. */
export function openAuthenticatorApp(secret: string): { nextCode: () => Promise<string> } {
  const totp = new TOTP({ secret: secret.replaceAll(' ', '') });
  let given = 0;
  return {
    async nextCode() {
      // The server also accepts the previous and the next step: a code of the previous one would soon expire on a slow machine, while one
      // of the next is already valid.
      given = Math.max(given + 1, Math.floor(Date.now() / stepMs));
      await pause((given - 1) * stepMs - Date.now());
      return totp.generate({ timestamp: given * stepMs });
    },
  };
}
