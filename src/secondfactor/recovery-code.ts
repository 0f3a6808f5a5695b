import { foldCode } from '#platform/typed/read-code.ts';

/** Crockford's alphabet, without the letters mistaken for digits on paper: 32 characters, five bits each. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz';
const groups = 4;
const groupLength = 4;

/** Sixteen random characters in groups of four, 80 bits: `k7mq-2fxa-9t3h-wz4c`. */
export function writeRecoveryCode(chance: Uint8Array): string {
  const drawn = Array.from(chance, (byte) => letters[byte % letters.length] as string);
  const starts = Array.from({ length: groups }, (_, at) => at * groupLength);
  return starts.map((start) => drawn.slice(start, start + groupLength).join('')).join('-');
}

/** Normalises a typed code: capitals, spaces, dashes and look-alike letters make no difference. */
export function readRecoveryCode(typed: string): string {
  return foldCode(typed)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replaceAll(/[il]/g, '1')
    .replaceAll('o', '0');
}
