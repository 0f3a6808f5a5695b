import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Keeps secrets in the database so that the database alone does not tell them. */
export interface Seal {
  /** @param owner the secret opens for this customer only: a row that was moved to another opens nothing */
  close(secret: Uint8Array, owner: string): Buffer;
  /** @throws when it was closed with another key, or for somebody else */
  open(sealed: Uint8Array, owner: string): Buffer;
}

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** @param readSecret asked at the first use, so that an installation without second factors never makes one */
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
      return Buffer.concat([opening.update(sealed.subarray(nonceBytes + tagBytes)), opening.final()]);
    },
  };
}
