import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/** As long as `keepFormerFiles` keeps the files of builds that replace each other in one folder. */
const keptForMs = 14 * 24 * 60 * 60_000;
const refreshMs = 24 * 60 * 60_000;
const draftPrefix = '.draft-';

/** A build's files, in a folder shared by several builds. */
export interface SharedAssets {
  /** Files of this build, served from its own folder. */
  own: ReadonlySet<string>;
  stop(): void;
}

/**
 * Servers of two builds running side by side receive requests for each other's files: the page comes from one, its assets from the other.
 * So each build copies its files into a shared folder before it answers any request. A file's date says when a running build last had it;
 * files that none had for a fortnight are removed.
 */
export async function shareAssets(
  from: string,
  shared: string,
  onFault: (error: unknown) => void,
): Promise<SharedAssets> {
  const own = await readdir(from);
  await mkdir(shared, { recursive: true });
  await putThere(own, from, shared);
  await removeOld(shared);
  const again = (): Promise<void> => putThere(own, from, shared).then(() => removeOld(shared));
  const timer = setInterval(() => void again().catch(onFault), refreshMs).unref();
  return { own: new Set(own), stop: () => clearInterval(timer) };
}

/** Atomic, however many servers start at once: written to a draft, then renamed. */
async function putThere(files: readonly string[], from: string, shared: string): Promise<void> {
  const now = new Date();
  for (const file of files) {
    const [place, target] = [join(from, file), join(shared, file)];
    const known = await stat(target).catch(() => null);
    if (known?.size !== (await stat(place)).size) {
      const draft = join(shared, `${draftPrefix}${randomUUID()}-${file}`);
      await copyFile(place, draft);
      await rename(draft, target);
    }
    // A file of another user may keep its date: that user's servers update it.
    await utimes(target, now, now).catch(() => {});
  }
}

async function removeOld(shared: string): Promise<void> {
  const oldest = Date.now() - keptForMs;
  for (const file of await readdir(shared)) {
    const known = await stat(join(shared, file)).catch(() => null);
    if (known && known.mtimeMs < oldest) await rm(join(shared, file), { force: true });
  }
}
