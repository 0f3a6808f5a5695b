import { createSign, generateKeyPairSync } from 'node:crypto';

export interface MadeCertificate {
  /** PEM-encoded. */
  key: string;
  cert: string;
}

/**
 * Makes a self-signed certificate for localhost and 127.0.0.1, valid between two instants; encoded by hand, because Node can read but not
 * make one.
 */
export function makeCertificate({ from, until }: { from: Date; until: Date }): MadeCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const name = sequence(set(sequence(oid('550403'), der(0x0c, Buffer.from('localhost')))));
  const algorithm = sequence(oid('2a8648ce3d040302'));
  const names = sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])));
  const extensions = sequence(
    sequence(oid('551d11'), der(0x04, names)),
    sequence(oid('551d13'), der(0x01, Buffer.from([255])), der(0x04, sequence(der(0x01, Buffer.from([255]))))),
  );
  const content = sequence(
    der(0xa0, integer(2)),
    integer(1 + Math.floor(Math.random() * 1e9)),
    algorithm,
    name,
    sequence(time(from), time(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = createSign('sha256').update(content).sign(privateKey);
  const whole = sequence(content, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${whole
      .toString('base64')
      .match(/.{1,64}/g)
      ?.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, content: Buffer): Buffer {
  const length = content.length;
  const head =
    length < 128 ? [tag, length] : length < 256 ? [tag, 0x81, length] : [tag, 0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from(head), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function set(...parts: Buffer[]): Buffer {
  return der(0x31, Buffer.concat(parts));
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

function integer(value: number): Buffer {
  const bytes = Buffer.alloc(5);
  bytes.writeUIntBE(value, 1, 4);
  const first = bytes.findIndex((byte, at) => byte !== 0 || at === 4);
  // A leading 1 bit would make it negative.
  return der(0x02, bytes.subarray((bytes[first] ?? 0) > 127 ? first - 1 : first));
}

/** Encodes a GeneralizedTime, to the second. */
function time(at: Date): Buffer {
  return der(0x18, Buffer.from(`${at.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`));
}
