/** Crockford's alphabet, without the letters that are mistaken for a digit on paper: 32 of them, so each is five bits. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz';
const groups = 4;
const groupLength = 4;

/** Sixteen letters of chance in groups of four, 80 bits: `k7mq-2fxa-9t3h-wz4c`. */
export function writeRecoveryCode(chance: Uint8Array): string {
  const drawn = Array.from(chance, (byte) => letters[byte % letters.length] as string);
  const starts = Array.from({ length: groups }, (_, at) => at * groupLength);
  return starts.map((start) => drawn.slice(start, start + groupLength).join('')).join('-');
}

/** However it was typed: capitals, spaces, dashes and a letter for its digit make no other code. */
export function readRecoveryCode(typed: string): string {
  return typed
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replaceAll(/[il]/g, '1')
    .replaceAll('o', '0');
}
