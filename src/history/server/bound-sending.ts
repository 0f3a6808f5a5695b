import type { Readable } from 'node:stream';

/** Longest time for which a file is sent, however slow the client. */
const longestMs = 10 * 60_000;

/** Breaks a file off that is taken too slowly: it occupies one of its reader's places until it has been sent. */
export function boundSending(file: Readable): Readable {
  const deadline = setTimeout(() => file.destroy(new Error('the file was taken too slowly')), longestMs);
  file.once('close', () => clearTimeout(deadline));
  return file;
}
