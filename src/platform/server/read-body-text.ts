import type { IncomingHttpHeaders } from 'node:http';
import { refusePlatform } from '../refusals.ts';

/** Longer than all that there are together. */
const longestCoding = 64;
const utf8 = /^utf-?8$/i;

/**
 * Refuses a body in any form but the one that is read: packed (what it unpacks to has no bound), or in letters other than
 * UTF-8, which would be taken for others and kept.
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

/** The mark that stands where letters could not be read. */
export const lostLetters = '\ufffd';

/**
 * The body's text, or a refusal: letters that cannot be read are never kept as a mark in their place. Where every line is to be
 * named that holds such, they are marked for its reader.
 */
export function readBodyText(bytes: Buffer, { marksLostLetters }: { marksLostLetters: boolean }): string {
  if (marksLostLetters) return marking.decode(bytes);
  try {
    return strict.decode(bytes);
  } catch {
    throw refusePlatform('bad_request');
  }
}
