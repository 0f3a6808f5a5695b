import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';

/** Size and hash of what was written: enough to tell later whether it is unchanged. */
export interface Copied {
  size: number;
  sha256: string;
}

/** Writes new files, either as they are or sealed on the way. The returned size and hash are those of the file on disk. */
export interface FileWriter {
  /** Appended to the names of the files it writes. */
  suffix: string;
  copyFile(from: string, to: string): Promise<Copied>;
  writeNew(to: string, content: string | Buffer): Promise<Copied>;
}

const portionBytes = 1 << 20;

/** Copies a file to one that must not exist yet, readable by its owner only. It is durable once `sync` has been called for it. */
export async function copyFile(from: string, to: string): Promise<Copied> {
  const source = await open(from, 'r');
  try {
    return await write(to, (target, hash) => pour(source, target, hash));
  } finally {
    await source.close();
  }
}

/** Writes files unchanged. */
export const plainWriter: FileWriter = { suffix: '', copyFile, writeNew };

export function writeNew(to: string, content: string | Buffer): Promise<Copied> {
  return write(to, async (target, hash) => {
    hash.update(content);
    await target.writeFile(content);
    return Buffer.byteLength(content);
  });
}

/** Writes a stream, chunk by chunk, to a file that must not exist yet. */
export function writeStream(to: string, stream: AsyncIterable<Uint8Array>): Promise<Copied> {
  return write(to, async (target, hash) => {
    let size = 0;
    for await (const portion of stream) {
      hash.update(portion);
      await target.writeFile(portion);
      size += portion.byteLength;
    }
    return size;
  });
}

async function write(to: string, fill: (target: FileHandle, hash: Hash) => Promise<number>): Promise<Copied> {
  const target = await open(to, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    const size = await fill(target, hash);
    return { size, sha256: hash.digest('hex') };
  } finally {
    await target.close();
  }
}

async function pour(source: FileHandle, target: FileHandle, hash: Hash): Promise<number> {
  const portion = Buffer.allocUnsafe(portionBytes);
  for (let size = 0; ;) {
    const { bytesRead } = await source.read(portion, 0, portionBytes, null);
    if (bytesRead === 0) return size;
    const read = portion.subarray(0, bytesRead);
    hash.update(read);
    await target.write(read);
    size += bytesRead;
  }
}

/**
 * Resolves when files and folders are on disk. A new file is only safe once the folder that names it is. Writing many first and syncing
 * them together takes a fraction of the time.
 */
export async function sync(paths: Iterable<string>): Promise<void> {
  await manyAtOnce(paths, async (path) => {
    const handle = await openToSync(path);
    try {
      await handle?.sync();
    } finally {
      await handle?.close();
    }
  });
}

/** Windows cannot open folders, and syncs them itself. */
async function openToSync(path: string): Promise<FileHandle | null> {
  if (process.platform !== 'win32') return open(path, 'r');
  return open(path, 'r+').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EISDIR' || error.code === 'EPERM') return null;
    throw error;
  });
}

const atOnce = 8;

/** When one fails, the others finish first, so that nothing is still being written when the caller cleans up. */
export async function manyAtOnce<Each>(all: Iterable<Each>, work: (each: Each) => Promise<void>): Promise<void> {
  const waiting = all[Symbol.iterator]();
  async function next(): Promise<void> {
    for (let each = waiting.next(); !each.done; each = waiting.next()) await work(each.value);
  }
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, next));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
