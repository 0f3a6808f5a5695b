import { useSyncExternalStore } from 'react';
import type { EndpointShape } from '#platform/endpoint.ts';
import type { InputOf } from '../api.ts';
import { keptHere, stateAtStart } from '../kept.ts';
import { onSession, readUuid } from '../session.ts';
import { newUuid } from '../new-uuid.ts';
import { serverNowMs } from '../server-clock.ts';

/**
 * A confirmed call whose outcome is still unknown, with its input and key. It is stored for its customer only and outlives the dialog, the
 * page and the tab, until the outcome is known (docs/decisions/0038-intents-in-the-browser.md).
 */
export interface StoredIntent {
  key: string;
  /** The endpoint and its path parameters: the same call for another subject is a different one. */
  call: string;
  /** The request, and the terms it was shown on. Never a proof of identity. */
  input: { params?: unknown; body?: unknown; headers?: Record<string, string> };
  /** When it was confirmed, by the server's clock, ISO 8601. */
  at: string;
}

/** Much less than the thirty days for which the server remembers the key: once it has forgotten it, the call must not be resent. */
const resentForMs = 7 * 24 * 60 * 60_000;
const prefix = 'intent:';

const listeners = new Set<() => void>();

export function callOf(endpoint: EndpointShape, params: unknown): string {
  return `${endpoint.method} ${endpoint.path} ${JSON.stringify(params ?? {})}`;
}

/** Returns the current customer's intent for this call whose outcome is unknown. */
export function findIntent(endpoint: EndpointShape, params: unknown): StoredIntent | null {
  return parse(findText(callOf(endpoint, params)));
}

export function useStoredIntent(endpoint: EndpointShape, params: unknown): StoredIntent | null {
  const call = callOf(endpoint, params);
  return parse(useSyncExternalStore(onIntents, () => findText(call)));
}

export function storeIntent<E extends EndpointShape>(endpoint: E, input: InputOf<E>): StoredIntent {
  const { params, body, headers } = input as StoredIntent['input'];
  const intent: StoredIntent = {
    key: newUuid(),
    call: callOf(endpoint, params),
    input: { ...(params !== undefined && { params }), ...(body !== undefined && { body }), headers: termsOf(headers) },
    at: new Date(serverNowMs()).toISOString(),
  };
  write(nameOf(intent.key), JSON.stringify(intent));
  return intent;
}

/**
 * Whether the server certainly still remembers its key, so that it can be sent again. A time that cannot be right, as of a page that knew only
 * a wrong clock, counts as long ago. An intent is shown however old it is: a clock that was put right must not hide one.
 */
export function mayBeResent({ at }: StoredIntent): boolean {
  return Math.abs(serverNowMs() - Date.parse(at)) < resentForMs;
}

/** Removes it: its outcome is known. */
export function settleIntent({ key }: StoredIntent): void {
  write(nameOf(key), null);
}

/** The rate or fee it was confirmed at; the proof of the second factor is not stored. */
function termsOf(headers: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('quoted-')));
}

function nameOf(key: string): string {
  return `${prefix}${readUuid()}:${key}`;
}

function findText(call: string): string | null {
  const uuid = readUuid();
  if (!uuid) return null;
  const start = `${prefix}${uuid}:`;
  const names = keptHere.names().filter((name) => name.startsWith(start));
  return (
    names
      .toSorted()
      .map(keptHere.read)
      .find((text) => parse(text)?.call === call) ?? null
  );
}

function parse(text: string | null): StoredIntent | null {
  if (text === null) return null;
  try {
    const intent = JSON.parse(text) as StoredIntent;
    return Number.isNaN(Date.parse(intent.at)) ? null : intent;
  } catch {
    return null;
  }
}

function write(name: string, text: string | null): void {
  if (keptHere.write(name, text) || text === null) leftToPage.delete(name);
  else leftToPage.add(name);
  if (leftToPage.size > 0) window.addEventListener('beforeunload', leaveToHistory);
  else window.removeEventListener('beforeunload', leaveToHistory);
  for (const listener of listeners) listener();
}

/** Those that storage refused. Lost with the page, they might be confirmed anew: a reload finds them in the history's entry. */
const leftToPage = new Set<string>();
const inHistory = 'lastro-intents';

function leaveToHistory(event: BeforeUnloadEvent): void {
  const left = Object.fromEntries([...leftToPage].map((name) => [name, keptHere.read(name)]));
  window.history.replaceState({ ...window.history.state, [inHistory]: left }, '');
  // Closing the page would lose them for good: the browser asks first. Those from before 2024 do so only for this value.
  event.preventDefault();
  event.returnValue = true;
}

const left = (stateAtStart as Record<string, object> | null)?.[inHistory] ?? {};
for (const [name, text] of Object.entries(left)) write(name, String(text));

/** Changes here, in another tab, or because another customer has logged in. */
function onIntents(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => (key === null || key.startsWith(prefix)) && listener();
  const stop = onSession(listener);
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    stop();
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}
