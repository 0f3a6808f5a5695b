import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/** As long as `keepFormerFiles` keeps those of builds that replace each other in one place. */
const keptForMs = 14 * 24 * 60 * 60_000;
const refreshMs = 24 * 60 * 60_000;
const draftPrefix = '.draft-';

/** Files of a build, in a folder that several builds share. */
export interface SharedAssets {
  /** Those of this build, which are served from its own folder. */
  own: ReadonlySet<string>;
  stop(): void;
}

/**
 * Servers of two builds that run side by side are asked for each other's files: a page comes from the one, what it names is fetched from
 * the other. So each build puts its own into a folder that they share before it answers anybody. A file's date says when a build that
 * runs last had it; what none has had for a fortnight is taken away.
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

/** Whole or not at all, however many servers begin at once: written aside, then named. */
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
    // Another user's file may be left with its date: that user's servers see to it.
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
