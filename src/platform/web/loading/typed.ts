import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { keptInTab } from '../kept.ts';
import { onSession, readSession, readUuid } from '../session.ts';

/**
 * Form input that is neither sent nor closed: it survives a reload and an involuntary end of the session
 * (docs/decisions/0058-staying-in.md). Never a password, a code or a proof. Restored only for the same customer, in this window and place.
 */
interface Typed {
  of: string | null;
  at: number;
  place: string;
  value: unknown;
}

const keptForMs = 12 * 60 * 60_000;
const prefix = 'typed:';

/** What was typed under this name in this place before; undefined if nothing. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- whoever kept it knows what it is
export function recallTyped<T>(name: string): T | undefined {
  const kept = read(prefix + name);
  if (!kept || kept.of !== readUuid() || Date.now() - kept.at >= keptForMs) return undefined;
  return isHere(kept.place) ? (kept.value as T) : undefined;
}

/** Stores the value from its first change on; it is forgotten when its place is left. */
export function useKeepTyped(name: string, value: unknown): void {
  const first = useRef(value);
  const isTouched = useRef(false);
  useEffect(() => {
    isTouched.current ||= !Object.is(first.current, value) || recallTyped(name) !== undefined;
    if (isTouched.current) write(prefix + name, { of: readUuid(), at: Date.now(), place: readPlace(), value });
  }, [name, value]);
  useEffect(() => {
    const place = readPlace();
    return () => {
      if (!isHere(place) && readSession().token !== null) write(prefix + name, null);
    };
  }, [name]);
}

export function useTypedState<T>(name: string, initial: T | (() => T)): [T, Dispatch<SetStateAction<T>>] {
  const [value, setValue] = useState<T>(
    () => recallTyped<T>(name) ?? (typeof initial === 'function' ? (initial as () => T)() : initial),
  );
  useKeepTyped(name, value);
  return [value, setValue];
}

/** Forgets, when a dialog closes, what its steps stored, including steps no longer on screen. */
export function useForgetWhenClosed(isOverAnother: boolean): void {
  useEffect(() => {
    if (isOverAnother) return;
    const place = readPlace();
    return () => {
      // The end of a session unmounts its dialogs too, but the login leads back to them.
      if (isOfDialog(place) && readSession().token !== null) forget((typed) => typed.place === place);
    };
  }, [isOverAnother]);
}

/** Called once sent and accepted. */
export function forgetTyped(): void {
  const place = readPlace();
  forget((typed) => typed.place === place);
}

/** A page that starts in another place has closed the form. The login pages lead back, and forget nothing. */
export function forgetTypedElsewhere(): void {
  if (window.location.pathname.startsWith('/auth/')) return;
  forget(({ place }) => !isHere(place));
}

/** The screen, and the dialog open over it; filters and tabs do not change the place. */
function readPlace(): string {
  const { pathname, search } = window.location;
  const asked = new URLSearchParams(search);
  const dialog = asked.get('dialog');
  return dialog === null ? pathname : `${pathname}?${dialog}/${asked.get('subject') ?? ''}`;
}

function isOfDialog(place: string): boolean {
  return place.includes('?');
}

/** A form of the screen is still there when a dialog is open over it. */
function isHere(place: string): boolean {
  return place === readPlace() || place === window.location.pathname;
}

function forget(which: (typed: Typed) => boolean): void {
  for (const name of storedNames()) {
    const typed = read(name);
    if (!typed || which(typed)) write(name, null);
  }
}

let { visit } = readSession();

/** Logging out forgets everything, and so does another customer's login. */
onSession(() => {
  const before = visit;
  const now = readSession();
  visit = now.visit;
  const isSomebodyElse = before !== null && now.visit !== null && now.visit !== before;
  if (now.endReason === 'logged-out' || isSomebodyElse) forget(() => true);
});

function storedNames(): string[] {
  return keptInTab.names().filter((name) => name.startsWith(prefix));
}

function read(name: string): Typed | null {
  try {
    return JSON.parse(keptInTab.read(name) ?? 'null') as Typed | null;
  } catch {
    return null;
  }
}

function write(name: string, typed: Typed | null): void {
  keptInTab.write(name, typed && JSON.stringify(typed));
}
