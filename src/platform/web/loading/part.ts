/**
 * A part of the application that is a file of its own. Every import of a page that is made later goes through here
 * (tidy-web.test.ts): asked for again after it failed, it also brings the style sheets that failed with it.
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
  /** What it brought, once it is there: it is shown without waiting a moment for it again. */
  module?: Module;
}

export const loadRecovery = () => import('./recovery.ts');

/** What was typed is kept over it. */
export function reloadPage(): void {
  window.location.reload();
}

/** Not an error of what is shown: it could not be fetched, and may be on another try. */
export class PartFailure extends Error {}

/**
 * Fetches a part that may be wanted in a moment. That it fails is said when it is. Nothing is fetched on a mere chance where
 * the connection is slow or what comes over it is paid for by the byte; nor without one, as browsers remember what failed.
 */
export function prefetch(...parts: (() => Promise<unknown>)[]): void {
  if (!navigator.onLine || !isConnectionFree()) return;
  for (const load of parts) void load().catch(() => undefined);
}

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Browsers that do not tell are taken for well connected: they are on desks, or on telephones that are. */
function isConnectionFree(): boolean {
  const { connection } = navigator as { connection?: Connection };
  return !connection?.saveData && !/2g|3g/.test(connection?.effectiveType ?? '');
}
