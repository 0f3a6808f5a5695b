import { onSession, readSession } from '../session.ts';
import { readEventStream, type StreamEnd, type StreamEvent } from './read-event-stream.ts';

interface FollowOptions {
  address: string;
  /**
   * These are to be read again; all of it after a beginning, because anything may have happened before, unless it is the page's first
   * and the server says that nothing has.
   */
  onChanged: (topics: readonly string[] | 'all') => void;
  /** A page that nobody looks at is left for good after this long; it reads everything when it is looked at again. */
  hiddenMs?: number;
  /** Before the first try to come back; twice as long each time. */
  firstRetryMs?: number;
}

const lastRetryMs = 60_000;
/** The server gives a sign of life every 15 s: without one for this long there is nobody any more. */
const silentMs = 40_000;
/** What was read may come from a server that is so far behind. */
const behindMs = 5_000;
/** Refused for now: there are too many pages, or no such call. Asking again at once would be no use. */
const refusedRetryMs = 60_000;

/**
 * Follows what changes for whoever is logged in, on one connection, for as long as somebody looks at the page. It comes back by
 * itself: later each time while there is nobody, at once when the network or the page is back. Answers how to stop.
 */
export function followChanges({
  address,
  onChanged,
  hiddenMs = 30_000,
  firstRetryMs = 500,
}: FollowOptions): () => void {
  let reading: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isFirst = true;
  let isStopped = false;

  function hear({ name, data }: StreamEvent): void {
    if (name === 'hello') {
      failures = 0;
      if (!isFirst || quietMsOf(data) < pageAgeMs() + behindMs) onChanged('all');
      isFirst = false;
    } else if (name === 'changed') onChanged(topicsOf(data));
    // The next call is refused, and the page goes where it belongs.
    else if (name === 'ended') onChanged('all');
  }

  async function begin(): Promise<void> {
    clearTimeout(timer);
    const { token } = readSession();
    if (reading || isStopped || !token || document.hidden) return;
    const own = new AbortController();
    reading = own;
    let silence = setTimeout(() => own.abort(), silentMs);
    const onLife = (): void => {
      clearTimeout(silence);
      silence = setTimeout(() => own.abort(), silentMs);
    };
    const end = await readEventStream({ address, token, signal: own.signal, onEvent: hear, onLife });
    clearTimeout(silence);
    if (reading !== own) return;
    reading = null;
    // The session ended while nobody listened: as above.
    if (end.kind === 'refused' && end.status === 401) onChanged('all');
    timer = setTimeout(() => void begin(), restMs(end, failures++, firstRetryMs));
  }

  function leave(): void {
    clearTimeout(timer);
    reading?.abort();
    reading = null;
  }

  function now(): void {
    failures = 0;
    void begin();
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
  void begin();
  return () => {
    isStopped = true;
    clearTimeout(hiding);
    leave();
    unsubscribe();
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('online', now);
  };
}

/** Never quite the same, so that those who were cut off together do not come back together. */
function restMs(end: StreamEnd, failures: number, firstRetryMs: number): number {
  const longest = end.kind === 'refused' ? refusedRetryMs : Math.min(lastRetryMs, firstRetryMs * 2 ** failures);
  return longest * (0.5 + Math.random() / 2);
}

/** The page has read nothing before it began. Its own clock may stand still while the machine sleeps, and the other may be set. */
function pageAgeMs(): number {
  return Math.max(performance.now(), Date.now() - performance.timeOrigin);
}

/** For how long nothing has changed, in milliseconds. */
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
