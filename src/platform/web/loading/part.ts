/**
 * A part of the application in a file of its own. Every dynamic import of a page goes through here (tidy-web.test.ts): a retry after a
 * failure also fetches the style sheets that failed with it.
 */
export function part<Module>(load: () => Promise<Module>): Part<Module> {
  let hasFailed = false;
  const fetched: Part<Module> = async () => {
    try {
      if (hasFailed) await (await loadRecovery()).mendStyles();
      const module = await load();
      hasFailed = false;
      fetched.module = module;
      return module;
    } catch (cause) {
      hasFailed = true;
      throw new PartFailure('a part could not be fetched', { cause });
    }
  };
  return fetched;
}

export interface Part<Module> {
  (): Promise<Module>;
  /** The module once loaded, so that it can be rendered without suspending again. */
  module?: Module;
}

export const loadRecovery = () => import('./recovery.ts');

/** What was typed survives it. */
export function reloadPage(): void {
  window.location.reload();
}

/** The part could not be fetched: no error in what it shows, and a retry may succeed. */
export class PartFailure extends Error {}

/**
 * Fetches a part that may be needed soon. A failure surfaces only when it is needed. Nothing is prefetched on a slow or metered connection,
 * nor offline, as browsers remember failures.
 */
export function prefetch(...parts: (() => Promise<unknown>)[]): void {
  if (!navigator.onLine || !isConnectionFree()) return;
  for (const load of parts) void load().catch(() => undefined);
}

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Browsers that do not report it are assumed to be well connected: they run on desktops, or on phones that are. */
function isConnectionFree(): boolean {
  const { connection } = navigator as { connection?: Connection };
  return !connection?.saveData && !/2g|3g/.test(connection?.effectiveType ?? '');
}
