import { useSyncExternalStore } from 'react';
import type { EndpointShape } from '#platform/endpoint.ts';
import type { InputOf } from '../api.ts';
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

/** Fallback for a browser without storage: intents then live as long as the page. */
const inMemory = new Map<string, string>();
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
  return [...stored(`${prefix}${uuid}:`)].find((text) => parse(text)?.call === call) ?? null;
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

function* stored(start: string): Generator<string> {
  yield* [...inMemory].filter(([name]) => name.startsWith(start)).map(([, text]) => text);
  try {
    for (const name of Object.keys(window.localStorage).toSorted()) {
      if (name.startsWith(start)) yield window.localStorage.getItem(name) ?? '';
    }
  } catch {
    // Storage is unavailable.
  }
}

function write(name: string, text: string | null): void {
  inMemory.delete(name);
  try {
    if (text === null) window.localStorage.removeItem(name);
    else window.localStorage.setItem(name, text);
  } catch {
    if (text !== null) inMemory.set(name, text);
  }
  for (const listener of listeners) listener();
}

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
