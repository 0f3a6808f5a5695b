import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts secrets for the database, so that the database alone does not reveal them. */
export interface Seal {
  /** @param owner the only customer for whom the secret opens: a row moved to another customer opens nothing */
  close(secret: Uint8Array, owner: string): Buffer;
  /** Returns null when it was sealed with another key or for another owner: as good as lost. */
  open(sealed: Uint8Array, owner: string): Buffer | null;
}

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** @param readSecret called at first use, so that an installation without second factors never creates a secret */
export function createSeal(readSecret: () => string): Seal {
  let key: Buffer | null = null;
  const keyOf = (): Buffer => (key ??= Buffer.from(hkdfSync('sha256', readSecret(), '', 'lastro second key', 32)));
  return {
    close(secret, owner) {
      const nonce = randomBytes(nonceBytes);
      const closing = createCipheriv(cipher, keyOf(), nonce).setAAD(Buffer.from(owner));
      const body = Buffer.concat([closing.update(secret), closing.final()]);
      return Buffer.concat([nonce, closing.getAuthTag(), body]);
    },
    open(sealed, owner) {
      const nonce = sealed.subarray(0, nonceBytes);
      const opening = createDecipheriv(cipher, keyOf(), nonce).setAAD(Buffer.from(owner));
      opening.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
      try {
        return Buffer.concat([opening.update(sealed.subarray(nonceBytes + tagBytes)), opening.final()]);
      } catch {
        return null;
      }
    },
  };
}
