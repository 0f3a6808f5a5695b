import { join } from 'node:path';
import { type FolderLock, lockFolder } from './folder-lock.ts';

export const installationLock = 'lastro.lock';

/** Allows one installation per DATA_DIR. Taken before anything else, so that a second start touches nothing. */
export function lockInstallation(dataDir: string): Promise<FolderLock> {
  return lockFolder({
    file: join(dataDir, installationLock),
    refusal: (holder) =>
      `Lastro is already running on ${dataDir}${holder && ` (process ${holder})`}: stop it first, or set DATA_DIR to another folder.`,
    patienceMs: 2_000,
  });
}
