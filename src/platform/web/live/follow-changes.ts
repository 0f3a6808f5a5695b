import { onSession, readSession } from '../session.ts';
import { joinWindows, type Windows } from './join-windows.ts';
import { readEventStream, type StreamEnd, type StreamEvent } from './read-event-stream.ts';

interface FollowOptions {
  address: string;
  /**
   * The topics to refetch. All after connecting, because anything may have changed before, unless it is the page's first connection and the
   * server reports that nothing has.
   */
  onChanged: (topics: readonly string[] | 'all') => void;
  /** A hidden page is disconnected after this long; it refetches everything when it is visible again. */
  hiddenMs?: number;
  /** Delay before the first reconnect; doubles each time. */
  firstRetryMs?: number;
}

const lastRetryMs = 60_000;
/** The server sends a heartbeat every 15 s: without one for this long the connection counts as lost. */
const silentMs = 40_000;
/** Data may have been read from a server that lags this far behind. */
const behindMs = 5_000;
/** Refused for now: too many pages, or no such call. Retrying immediately would not help. */
const refusedRetryMs = 60_000;

/**
 * Follows changes for the current session while the page is visible, on one connection for all of the browser's windows. Reconnects
 * automatically: with growing delays while the server is unreachable, immediately when the network or the page is back. Returns a function
 * that stops it.
 */
export function followChanges({ address, onChanged, hiddenMs = 1_000, firstRetryMs = 500 }: FollowOptions): () => void {
  let windows: Windows | null = null;
  let reading: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isFirst = true;
  /** When something last changed; null until the stream says. */
  let changedAt: number | null = null;

  function hear({ name, data }: StreamEvent): void {
    if (name === 'hello') {
      failures = 0;
      changedAt = Date.now() - quietMsOf(data);
      if (!isFirst || quietMsOf(data) < pageAgeMs() + behindMs) onChanged('all');
      isFirst = false;
    } else if (name === 'changed') {
      changedAt = Date.now();
      onChanged(topicsOf(data));
    }
    // The next call is refused, which takes the page to where it belongs.
    else if (name === 'ended') onChanged('all');
  }

  function hearFirst(event: StreamEvent): void {
    windows?.pass(event);
    hear(event);
  }

  function begin(): void {
    const { token, visit } = readSession();
    if (!token || document.hidden) return;
    if (windows) return void read();
    windows = joinWindows(`changes ${visit}`, {
      onLead: () => void read(),
      onYield: stopReading,
      onHear: hear,
      greeting: () =>
        reading && changedAt !== null
          ? { name: 'hello', data: JSON.stringify({ quietMs: Date.now() - changedAt }) }
          : null,
    });
  }

  async function read(): Promise<void> {
    clearTimeout(timer);
    const { token } = readSession();
    if (reading || !windows?.isLeading() || !token) return;
    const own = new AbortController();
    reading = own;
    changedAt = null;
    let silence = setTimeout(() => own.abort(), silentMs);
    const onLife = (): void => {
      windows?.pass();
      clearTimeout(silence);
      silence = setTimeout(() => own.abort(), silentMs);
    };
    const end = await readEventStream({ address, token, signal: own.signal, onEvent: hearFirst, onLife });
    clearTimeout(silence);
    if (reading !== own) return;
    reading = null;
    // The session ended while disconnected: as above.
    if (end.kind === 'refused' && end.status === 401) onChanged('all');
    timer = setTimeout(() => void read(), restMs(end, failures++, firstRetryMs));
  }

  function stopReading(): void {
    clearTimeout(timer);
    reading?.abort();
    reading = null;
  }

  function leave(): void {
    stopReading();
    windows?.leave();
    windows = null;
  }

  function now(): void {
    failures = 0;
    begin();
  }

  function onVisibility(): void {
    clearTimeout(hiding);
    if (document.hidden) hiding = setTimeout(leave, hiddenMs);
    else now();
  }

  function onSessionChange(): void {
    leave();
    now();
  }

  const unsubscribe = onSession(onSessionChange);
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('online', now);
  window.addEventListener('pagehide', leave);
  begin();
  return () => {
    clearTimeout(hiding);
    leave();
    unsubscribe();
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('online', now);
    window.removeEventListener('pagehide', leave);
  };
}

/** With jitter, so that clients disconnected together do not reconnect together. */
function restMs(end: StreamEnd, failures: number, firstRetryMs: number): number {
  const longest = end.kind === 'refused' ? refusedRetryMs : Math.min(lastRetryMs, firstRetryMs * 2 ** failures);
  return longest * (0.5 + Math.random() / 2);
}

/**
 * The page has read nothing before it started. Its monotonic clock may stop while the machine sleeps, and the wall clock may be changed.
 */
function pageAgeMs(): number {
  return Math.max(performance.now(), Date.now() - performance.timeOrigin);
}

/** How long nothing has changed, in milliseconds. */
function quietMsOf(data: string): number {
  try {
    const { quietMs } = JSON.parse(data) as { quietMs?: unknown };
    return typeof quietMs === 'number' ? quietMs : 0;
  } catch {
    return 0;
  }
}

function topicsOf(data: string): readonly string[] | 'all' {
  try {
    const { topics } = JSON.parse(data) as { topics?: unknown };
    return Array.isArray(topics) ? topics.map(String) : 'all';
  } catch {
    return 'all';
  }
}
