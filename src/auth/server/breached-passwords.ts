import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { PlainFailure } from '#platform/server/plain-failure.ts';

/** A line of the file, with the longest count that occurs. */
const longestLine = 64;
const lineShape = /^[\dA-F]{40}:\d+$/;

/**
 * Looks passwords up in the operator's copy of a list of breached ones, as “Have I Been Pwned” publishes it: a line each, `SHA-1:count` in
 * upper case, sorted by the hash. The file has tens of gigabytes, so it is searched where it is, by halves: about thirty short reads.
 *
 * @throws PlainFailure where the file cannot be read, or is not such a list
 */
export function createBreachedPasswords(path: string): (password: string) => Promise<boolean> {
  if (path === '') return async () => false;
  return async (password) => {
    const file = await open(path, 'r').catch((error: unknown) => {
      throw unreadable(path, error);
    });
    const wanted = createHash('sha1').update(password).digest('hex').toUpperCase();
    try {
      return await isListed(file, path, wanted);
    } finally {
      await file.close();
    }
  };
}

/** Searches among the line starts from `low` up to but not including `high`. */
async function isListed(file: FileHandle, path: string, wanted: string): Promise<boolean> {
  let low = 0;
  let high = (await file.stat()).size;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const line = await readLineFrom(file, middle);
    if (line && !lineShape.test(line.text)) throw unreadable(path, `no line of a list of hashes: byte ${line.start}`);
    const found = line?.text.slice(0, 40);
    if (found === wanted) return true;
    if (line && found !== undefined && found < wanted) low = line.end;
    else high = middle;
  }
  return false;
}

/** The first line that starts at this byte or after it. */
async function readLineFrom(
  file: FileHandle,
  byte: number,
): Promise<{ text: string; start: number; end: number } | null> {
  const from = Math.max(0, byte - 1);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2 * longestLine), 0, 2 * longestLine, from);
  const text = buffer.toString('latin1', 0, bytesRead);
  const start = byte === 0 ? 0 : text.indexOf('\n') + 1;
  if (start >= text.length || (byte > 0 && start === 0)) return null;
  const newline = text.indexOf('\n', start);
  const end = newline === -1 ? text.length : newline;
  return { text: text.slice(start, end).replace(/\r$/, ''), start: from + start, end: from + end + 1 };
}

function unreadable(path: string, why: unknown): PlainFailure {
  const reason = why instanceof Error ? why.message : String(why);
  return new PlainFailure(`BREACHED_PASSWORDS names ${path}, which cannot be searched: ${reason}.`);
}
