import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { readUuid } from '../session.ts';

/** Said before the page is loaded anew by us (`recovery.ts`). */
export const keepTypedEvent = 'keep-typed';

/**
 * What is being filled in, over a reload that is ours and not the customer's: a part of another build was wanted, or did not
 * come on a second try. Never a password, a code or a proof. It is for whoever typed it, and for a moment.
 */
interface Typed {
  of: string | null;
  at: number;
  value: unknown;
}

const keptForMs = 5 * 60_000;

/** What was typed under this name before the page was loaded anew; undefined to begin with. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- whoever kept it knows what it is
export function recallTyped<T>(name: string): T | undefined {
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(`typed:${name}`) ?? 'null') as Typed | null;
    return kept && kept.of === readUuid() && Date.now() - kept.at < keptForMs ? (kept.value as T) : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps it when the page is about to be loaded anew, and forgets what was kept once it is on the screen again. */
export function useKeepTyped(name: string, value: unknown): void {
  useEffect(() => {
    const keep = () => write(name, { of: readUuid(), at: Date.now(), value });
    window.addEventListener(keepTypedEvent, keep);
    return () => window.removeEventListener(keepTypedEvent, keep);
  }, [name, value]);
  useEffect(() => write(name, null), [name]);
}

export function useTypedState<T>(name: string, initial: T | (() => T)): [T, Dispatch<SetStateAction<T>>] {
  const [value, setValue] = useState<T>(
    () => recallTyped<T>(name) ?? (typeof initial === 'function' ? (initial as () => T)() : initial),
  );
  useKeepTyped(name, value);
  return [value, setValue];
}

function write(name: string, typed: Typed | null): void {
  try {
    if (typed) window.sessionStorage.setItem(`typed:${name}`, JSON.stringify(typed));
    else window.sessionStorage.removeItem(`typed:${name}`);
  } catch {
    // It is typed again.
  }
}
