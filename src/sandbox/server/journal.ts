import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * An append-only file of JSON lines. Entries awaited with `flushed()` are on disk and survive kill -9 and a power cut; others may be
 * missing, or be a torn last line, which the next start drops.
 */
export interface Journal {
  append(entry: object): void;
  /** Waits until everything appended so far is on disk. Concurrent waiters share one fsync. */
  flushed(): Promise<void>;
  close(): Promise<void>;
}

export async function openJournal(path: string): Promise<{ journal: Journal; entries: unknown[] }> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, 'a+');
  const entries = await readEntries(file);
  await syncFolder(dirname(path));
  return { journal: writeTo(file), entries };
}

async function readEntries(file: FileHandle): Promise<unknown[]> {
  const written = await file.readFile();
  const whole = written.subarray(0, written.lastIndexOf('\n') + 1);
  if (whole.length < written.length) {
    await file.truncate(whole.length);
    await file.sync();
  }
  return whole
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
}

/** A new file is only safe once its directory entry is on disk. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function writeTo(file: FileHandle): Journal {
  let lines: string[] = [];
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;

  async function writeBatch(): Promise<void> {
    const batch = lines.join('');
    lines = [];
    next = null;
    if (batch === '') return;
    await file.appendFile(batch);
    await file.datasync();
  }

  // After a failed write `last` stays rejected and no call is answered any more: memory would be ahead of the disk.
  function flushed(): Promise<void> {
    if (!next) {
      next = last.then(writeBatch);
      last = next;
    }
    return next;
  }

  return {
    append: (entry) => void lines.push(`${JSON.stringify(entry)}\n`),
    flushed,
    close: async () => {
      try {
        await flushed();
      } finally {
        await file.close();
      }
    },
  };
}
