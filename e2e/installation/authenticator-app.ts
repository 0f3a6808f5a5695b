import { TOTP } from 'otpauth';

const stepMs = 30_000;

/** An authenticator app: gives a code that it has not given before, without waiting for the next thirty seconds. */
export function openAuthenticatorApp(secret: string): { nextCode: () => string } {
  const totp = new TOTP({ secret: secret.replaceAll(' ', '') });
  let given = 0;
  return {
    nextCode() {
      // The server takes the step before and the one after as well.
      given = Math.max(given + 1, Math.floor(Date.now() / stepMs) - 1);
      return totp.generate({ timestamp: given * stepMs });
    },
  };
}
