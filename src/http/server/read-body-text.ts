import type { IncomingHttpHeaders } from 'node:http';
import { refusePlatform } from '#platform/refusals.ts';

/** Longer than all existing codings together. */
const longestCoding = 64;
const utf8 = /^utf-?8$/i;

/**
 * Refuses a body in any encoding that is not supported: compressed (its decompressed size has no bound), or in a charset other than UTF-8,
 * which would be misread and stored.
 */
export function requirePlainBody(headers: IncomingHttpHeaders): void {
  const coding = headers['content-encoding'] ?? '';
  if (coding.length > longestCoding) throw refusePlatform('unsupported_media_type');
  const codings = coding.split(',').map((coding) => coding.trim().toLowerCase());
  const charsets = [...(headers['content-type'] ?? '').matchAll(/;\s*charset\s*=\s*"?([^\s;"]*)/gi)];
  const isPlain = codings.every((coding) => coding === '' || coding === 'identity');
  if (!isPlain || charsets.some(([, charset = '']) => !utf8.test(charset)))
    throw refusePlatform('unsupported_media_type');
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const marking = new TextDecoder('utf-8', { ignoreBOM: true });

/** The replacement character for undecodable input. */
export const lostLetters = '\ufffd';

/**
 * Returns the body's text, or refuses: undecodable characters are never stored as replacement characters. Where every line that holds one
 * has to be named, they are marked for its parser.
 */
export function readBodyText(bytes: Buffer, { marksLostLetters }: { marksLostLetters: boolean }): string {
  if (marksLostLetters) return marking.decode(bytes);
  try {
    return strict.decode(bytes);
  } catch {
    throw refusePlatform('bad_request');
  }
}
