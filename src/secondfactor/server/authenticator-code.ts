import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** What every authenticator app understands: SHA-1, six digits, thirty seconds (RFC 6238). */
const common = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const secretBytes = 20;
/** A code of the step before or after is taken: phones' clocks are not ours. */
const window = 1;

export function drawSecret(): Buffer {
  return randomBytes(secretBytes);
}

/** As it is typed into an app, and as its picture says it. */
export function presentSecret(secret: Buffer, issuer: string, label: string): { Secret: string; Uri: string } {
  const totp = new TOTP({ ...common, issuer, label, secret: asSecret(secret) });
  return { Secret: totp.secret.base32, Uri: totp.toString() };
}

/**
 * Which thirty seconds this code is of; null when it is none of now. The step is what tells a code that was used from a
 * fresh one: the library itself takes a code as often as it is shown.
 */
export function readStep(secret: Buffer, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = now.getTime();
  const delta = TOTP.validate({ ...common, token: code, secret: asSecret(secret), timestamp, window });
  return delta === null ? null : Math.floor(timestamp / (common.period * 1000)) + delta;
}

/** Which thirty seconds this moment is in. */
export function stepOf(now: Date): number {
  return Math.floor(now.getTime() / (common.period * 1000));
}

/** What the app of this secret shows in those thirty seconds. */
export function codeAt(secret: Uint8Array, step: number): string {
  return TOTP.generate({ ...common, secret: asSecret(secret), timestamp: step * common.period * 1000 });
}

function asSecret(secret: Uint8Array): Secret {
  return new Secret({ buffer: new Uint8Array(secret).buffer });
}
