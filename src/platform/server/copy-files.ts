import { constants, copyFile as copyAsFound, type FileHandle, open, writeFile } from 'node:fs/promises';

/** Copies a file to one that must not exist yet. It is durable once `sync` has been called for it. */
export function copyFile(from: string, to: string): Promise<void> {
  return copyAsFound(from, to, constants.COPYFILE_EXCL);
}

export function writeNew(to: string, content: string | Buffer): Promise<void> {
  return writeFile(to, content, { flag: 'wx', mode: 0o600 });
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
