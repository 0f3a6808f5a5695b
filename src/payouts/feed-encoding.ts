/** The class TextDecoder, which browser and server both have. */
type DecoderClass = new (encoding: string, options?: { fatal?: boolean }) => { decode(bytes: Uint8Array): string };

/**
 * Decodes a feed as spreadsheets save it: UTF-8, UTF-16 with or without its mark, or the code page of Western Windows (Latin-1 is part of it).
 * What may be neither stays UTF-8, where bytes that it does not have become replacement characters, which make bad lines.
 */
export function decodeFeed(bytes: Uint8Array, Decoder: DecoderClass): string {
  const decode = (encoding: string): string => new Decoder(encoding).decode(bytes);
  const mark = `${bytes[0]} ${bytes[1]}`;
  if (mark === '255 254') return decode('utf-16le');
  if (mark === '254 255') return decode('utf-16be');
  const [even, odd] = countZeros(bytes.subarray(0, 2_000));
  if (odd > 0 && even === 0) return decode('utf-16le');
  if (even > 0 && odd === 0) return decode('utf-16be');
  const text = decode('utf-8');
  if (!text.includes('\ufffd') || isUtf8(bytes, Decoder)) return text;
  const west = decode('windows-1252').replaceAll(/[\u0080\u0091-\u0097]/g, (sign) => signs[sign] ?? sign);
  return isWestern(west, text) ? west : text;
}

/** At even and at odd places: in UTF-16 every other byte of a letter or digit of the heading is zero. */
function countZeros(bytes: Uint8Array): [even: number, odd: number] {
  const zeros: [number, number] = [0, 0];
  for (const [at, byte] of bytes.entries()) if (byte === 0) zeros[at % 2 === 0 ? 0 : 1] += 1;
  return zeros;
}

/** Where Windows differs from Latin-1; some releases of Node decode it as that. */
const signs: Partial<Record<string, string>> = {
  '\u0080': '€',
  '\u0091': '‘',
  '\u0092': '’',
  '\u0093': '“',
  '\u0094': '”',
  '\u0095': '•',
  '\u0096': '–',
  '\u0097': '—',
};

/** Letters of Western languages, and the few signs that are written with them. */
const western = /^[\t\r\n -~ÀÁÂÃÄÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜàáâãäçèéêëìíîïñòóôõöùúûüªº°€–—‘’“”•]*$/;
/** As UTF-8 looks that lost a byte: a capital within a word. */
const broken = /[a-zà-ü][À-Ü]/;

/** False where some of the text is UTF-8 after all, or is no text that anybody writes. */
function isWestern(text: string, asUtf8: string): boolean {
  return !/[^\0-~\ufffd]/.test(asUtf8) && western.test(text) && !broken.test(text);
}

function isUtf8(bytes: Uint8Array, Decoder: DecoderClass): boolean {
  try {
    new Decoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
