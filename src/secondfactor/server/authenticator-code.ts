import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** Parameters that every authenticator app supports: SHA-1, six digits, thirty seconds (RFC 6238). */
const common = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const secretBytes = 20;
/** Codes of the step before or after are accepted, because phones' clocks differ from ours. */
const window = 1;

export function drawSecret(): Buffer {
  return randomBytes(secretBytes);
}

/** The secret as typed into an app, and the URI for its QR code. */
export function presentSecret(secret: Buffer, issuer: string, label: string): { Secret: string; Uri: string } {
  const totp = new TOTP({ ...common, issuer, label, secret: asSecret(secret) });
  return { Secret: totp.secret.base32, Uri: totp.toString() };
}

/**
 * The 30-second step this code belongs to; null when it is not valid now. The step is what distinguishes a used code from a fresh one: the
 * library itself accepts a code as often as it is shown.
 */
export function readStep(secret: Buffer | null, code: string, now: Date): number | null {
  if (!secret || !/^\d{6}$/.test(code)) return null;
  const timestamp = now.getTime();
  const delta = TOTP.validate({ ...common, token: code, secret: asSecret(secret), timestamp, window });
  return delta === null ? null : Math.floor(timestamp / (common.period * 1000)) + delta;
}

/** The 30-second step that contains this instant. */
export function stepOf(now: Date): number {
  return Math.floor(now.getTime() / (common.period * 1000));
}

/** The code that an app with this secret shows in that step. */
export function codeAt(secret: Uint8Array, step: number): string {
  return TOTP.generate({ ...common, secret: asSecret(secret), timestamp: step * common.period * 1000 });
}

function asSecret(secret: Uint8Array): Secret {
  return new Secret({ buffer: new Uint8Array(secret).buffer });
}
