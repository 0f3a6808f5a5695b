import { useSyncExternalStore } from 'react';
import type { EndpointShape } from '#platform/endpoint.ts';
import type { InputOf } from '../api.ts';
import { onSession, readUuid } from '../session.ts';

/**
 * A confirm button was pressed and nobody knows yet how it ended: the call, what it was sent with, and its key. It is kept
 * for its customer alone, beyond the dialog, the page and the tab, until its outcome is known
 * (docs/decisions/0038-intents-in-the-browser.md).
 */
export interface StoredIntent {
  key: string;
  /** Which call, to what: one that names its subject in the address is another for another subject. */
  call: string;
  /** What is asked for, and the terms it was shown on. Never a proof of who asks. */
  input: { params?: unknown; body?: unknown; headers?: Record<string, string> };
  /** When it was confirmed, ISO 8601. */
  at: string;
}

/** Much less than the thirty days for which the server knows the key: what it no longer knows must not be sent again. */
const keptForMs = 7 * 24 * 60 * 60_000;
const prefix = 'intent:';

/** Beside what is stored, for a browser that stores nothing: there it lives as long as the page. */
const inMemory = new Map<string, string>();
const listeners = new Set<() => void>();

export function callOf(endpoint: EndpointShape, params: unknown): string {
  return `${endpoint.method} ${endpoint.path} ${JSON.stringify(params ?? {})}`;
}

/** The one of this call whose outcome is not known, of the customer who is in. */
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
    key: crypto.randomUUID(),
    call: callOf(endpoint, params),
    input: { ...(params !== undefined && { params }), ...(body !== undefined && { body }), headers: termsOf(headers) },
    at: new Date().toISOString(),
  };
  write(nameOf(intent.key), JSON.stringify(intent));
  return intent;
}

/** Its outcome is known. */
export function settleIntent({ key }: StoredIntent): void {
  write(nameOf(key), null);
}

/** At which rate or fee it was confirmed; the proof that a second factor was shown is not kept. */
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
    return Date.now() - Date.parse(intent.at) < keptForMs ? intent : null;
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
    // Nothing is stored here.
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

/** Here, in another tab, or because somebody else is in now. */
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
