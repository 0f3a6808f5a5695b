import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { NewPasskey, PasskeyAnswer } from '../../contract.ts';

/**
 * A passkey in software, for tests: a real P-256 key that creates passkeys and answers challenges to the letter of WebAuthn. Synced ones
 * are backup-eligible, backed up, and always report counter zero.
 */
export interface SoftPasskey {
  id: string;
  make(challenge: string): NewPasskey;
  answer(challenge: string, options?: AnswerOptions): PasskeyAnswer;
}

interface AnswerOptions {
  origin?: string;
  /** The counter that a device with one reports this time. */
  counter?: number;
}

interface Site {
  name: string;
  origin: string;
  isSynced?: boolean;
}

const present = 0x01;
const verified = 0x04;
const backupEligible = 0x08;
const backedUp = 0x10;
const attested = 0x40;

export function createSoftPasskey({ name, origin, isSynced = false }: Site): SoftPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  const flags = present | verified | (isSynced ? backupEligible | backedUp : 0);
  const head = (flag: number, counter: number): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(name), Buffer.from([flag]), count]);
  };
  return {
    id,
    make(challenge) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const key = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(publicKey)]);
      const authData = Buffer.concat([head(flags | attested, 0), key]);
      const clientDataJSON = clientData('webauthn.create', challenge, origin).toString('base64url');
      const attestationObject = cborAttestation(authData).toString('base64url');
      const response = { clientDataJSON, attestationObject, transports: ['internal'] };
      return { id, rawId: id, type: 'public-key', response };
    },
    answer(challenge, { origin: from = origin, counter = 0 } = {}) {
      const authenticatorData = head(flags, counter);
      const said = clientData('webauthn.get', challenge, from);
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(said)]), privateKey);
      const response = {
        clientDataJSON: said.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
      };
      return { id, rawId: id, type: 'public-key', response };
    },
  };
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function sha256(of: string | Buffer): Buffer {
  return createHash('sha256').update(of).digest();
}

/** `{1: 2, 3: -7, -1: 1, -2: x, -3: y}` in CBOR: an EC2 key for ES256 on P-256. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const point = (label: number, value: string) =>
    Buffer.concat([Buffer.from([label, 0x58, 0x20]), Buffer.from(value, 'base64url')]);
  return Buffer.concat([Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1]), point(0x21, x), point(0x22, y)]);
}

/** `{fmt: "none", attStmt: {}, authData: …}` in CBOR. */
function cborAttestation(authData: Buffer): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
  const length = Buffer.from([0x59, authData.length >> 8, authData.length & 0xff]);
  const pairs = [text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData'), length, authData];
  return Buffer.concat([Buffer.from([0xa3]), ...pairs]);
}
