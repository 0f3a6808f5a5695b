import { spawnSync } from 'node:child_process';
import { closeSync, constants, fstatSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { PlainFailure } from './plain-failure.ts';

/** A lock held as long as its process lives. The kernel releases it however the process dies, so there is never a stale one to clean up. */
export interface FolderLock {
  release(): void;
}

interface Options {
  file: string;
  /** The message when somebody else holds the lock; `holder` is that process's pid when known. */
  refusal(holder: string): string;
  /** How long to wait: a predecessor that was just killed may take a moment to exit. */
  patienceMs?: number;
}

// open(2) on macOS and libuv on Windows can lock while opening; Node names neither flag.
const macOpenLocked = constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK | 0x20;
const windowsOpenLocked = constants.O_RDWR | constants.O_CREAT | 0x10000000;
const heldErrors = new Set(['EAGAIN', 'EWOULDBLOCK', 'EBUSY']);

/** Allows one process per folder. Not a pid file: a pid may have been reused by the time it is read. */
export async function lockFolder({ file, refusal, patienceMs = 0 }: Options): Promise<FolderLock> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const lock = await tryLock(file);
    if (lock) return lock;
    if (Date.now() >= deadline) throw new PlainFailure(refusal(holderOf(file)));
    await sleep(50);
  }
}

async function tryLock(file: string): Promise<FolderLock | null> {
  if (process.platform === 'linux') return lockByFlock(file);
  try {
    const fd = openSync(file, process.platform === 'win32' ? windowsOpenLocked : macOpenLocked, 0o644);
    return signed(fd, () => closeSync(fd));
  } catch (error) {
    if (heldErrors.has((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw openingFailed(file, error);
  }
}

/**
 * Node cannot call flock(2), but a lock belongs to the open file and not to a process: the flock program locks the descriptor it inherits
 * from us and exits, and the lock stays with ours.
 */
async function lockByFlock(file: string): Promise<FolderLock | null> {
  const fd = openForLock(file);
  const flock = spawnSync('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', fd] });
  if (flock.status === 0) return signed(fd, () => closeSync(fd));
  const lock = flock.error ? await lockByAbstractSocket(fd) : null;
  if (!lock) closeSync(fd);
  return lock;
}

/** Fallback without the flock program: a name in the kernel's abstract socket namespace, derived from the lock file's identity. */
function lockByAbstractSocket(fd: number): Promise<FolderLock | null> {
  const { dev, ino } = fstatSync(fd);
  const server = createServer((socket) => socket.destroy()).unref();
  return new Promise((resolve) => {
    server.once('error', () => resolve(null));
    server.listen(`\0lastro-${dev}-${ino}`, () =>
      resolve(
        signed(fd, () => {
          server.close();
          closeSync(fd);
        }),
      ),
    );
  });
}

function signed(fd: number, release: () => void): FolderLock {
  ftruncateSync(fd, 0);
  writeSync(fd, `${process.pid}\n`, 0);
  let isHeld = true;
  return {
    release: () => {
      if (isHeld) release();
      isHeld = false;
    },
  };
}

function openForLock(file: string): number {
  try {
    return openSync(file, constants.O_RDWR | constants.O_CREAT, 0o644);
  } catch (error) {
    throw openingFailed(file, error);
  }
}

function openingFailed(file: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS') return error;
  return new PlainFailure(
    `${file} cannot be written: start Lastro as the user who owns that folder, or set DATA_DIR to another folder.`,
  );
}

function holderOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}
