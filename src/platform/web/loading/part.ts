/**
 * A part of the application that is a file of its own. Every import of a page that is made later goes through here
 * (tidy-web.test.ts): asked for again after it failed, it also brings the style sheets that failed with it.
 */
export function part<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let hasFailed = false;
  return async () => {
    try {
      if (hasFailed) await (await loadRecovery()).mendStyles();
      const module = await load();
      hasFailed = false;
      return module;
    } catch (cause) {
      hasFailed = true;
      throw new PartFailure('a part could not be fetched', { cause });
    }
  };
}

export const loadRecovery = () => import('./recovery.ts');

/** Not an error of what is shown: it could not be fetched, and may be on another try. */
export class PartFailure extends Error {}

/** Fetches a part that may be wanted in a moment. That it fails is said when it is. */
export function prefetch(...parts: (() => Promise<unknown>)[]): void {
  for (const load of parts) void load().catch(() => undefined);
}
