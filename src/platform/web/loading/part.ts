/** A part of the application in a file of its own. Every dynamic import of a page goes through here (tidy-web.test.ts). */
export function part<Module>(load: () => Promise<Module>): Part<Module> {
  const fetched: Part<Module> = async () => {
    fetched.module = await load();
    return fetched.module;
  };
  return fetched;
}

export interface Part<Module> {
  (): Promise<Module>;
  /** The module once loaded, so that it can be rendered without suspending again. */
  module?: Module;
}

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
