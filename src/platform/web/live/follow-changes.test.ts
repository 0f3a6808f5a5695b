import { afterEach, beforeEach, expect, type Mock, test, vi } from 'vitest';
import { beginSession, endSession } from '../session.ts';
import { followChanges } from './follow-changes.ts';
import { gather } from './gather.ts';

interface Line {
  headers: Headers;
  say: (text: string) => void;
  cut: () => void;
  isLeft: () => boolean;
}

let lines: Line[] = [];
let refuse: number | null = null;
/** What the server says first on every stream. */
let greeting = '';
let stop = (): void => undefined;
const onChanged = vi.fn();

beforeEach(() => {
  lines = [];
  refuse = null;
  greeting = '';
  onChanged.mockReset();
  vi.spyOn(window, 'fetch').mockImplementation(async (_address, request) => {
    if (refuse !== null) {
      lines.push({
        headers: new Headers(request?.headers),
        say: () => undefined,
        cut: () => undefined,
        isLeft: () => true,
      });
      return new Response('{}', { status: refuse });
    }
    return openLine(request);
  });
  beginSession('a-token');
});
afterEach(() => {
  stop();
  vi.restoreAllMocks();
  localStorage.clear();
});

function openLine(request: RequestInit | undefined): Response {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      if (greeting) controller.enqueue(new TextEncoder().encode(greeting));
      request?.signal?.addEventListener('abort', () => controller.error(new DOMException('aborted', 'AbortError')));
      lines.push({
        headers: new Headers(request?.headers),
        say: (text) => controller.enqueue(new TextEncoder().encode(text)),
        cut: () => controller.error(new TypeError('network error')),
        isLeft: () => request?.signal?.aborted ?? false,
      });
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
}

const begin = (): void => {
  stop = followChanges({ address: '/api/events', onChanged, firstRetryMs: 20 });
};
const hello = 'retry: 2000\nevent: hello\ndata: {}\n\n';

test('sends the token in a header, and reports changes as they arrive, even in fragments', async () => {
  begin();
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  expect(lines[0]?.headers.get('authorization')).toBe('a-token');
  lines[0]?.say(`${hello}event: changed\nda`);
  lines[0]?.say('ta: {"topics":["notices"]}\n\n:\n\n');
  await vi.waitFor(() => expect(onChanged.mock.calls).toEqual([['all'], [['notices']]]));
});

test('[L9] nothing is refetched if nothing has changed since the page began, but everything is after a disconnect', async () => {
  const quiet = (ms: number) => `retry: 2000\nevent: hello\ndata: {"quietMs":${ms}}\n\n`;
  begin();
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  lines[0]?.say(quiet(performance.now() + 60_000));
  lines[0]?.say('event: changed\ndata: {"topics":["notices"]}\n\n');
  await vi.waitFor(() => expect(onChanged.mock.calls).toEqual([[['notices']]]));
  lines[0]?.cut();
  await vi.waitFor(() => expect(lines).toHaveLength(2));
  lines[1]?.say(quiet(performance.now() + 60_000));
  await vi.waitFor(() => expect(onChanged.mock.calls).toEqual([[['notices']], ['all']]));
});

test('[L9] refetches if something changed after the page began', async () => {
  begin();
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  lines[0]?.say(`retry: 2000\nevent: hello\ndata: {"quietMs":${Math.floor(performance.now())}}\n\n`);
  await vi.waitFor(() => expect(onChanged.mock.calls).toEqual([['all']]));
});

test('[L9] a page that slept before its stream began refetches everything', async () => {
  // The machine slept for an hour, which the page's monotonic clock has not noticed.
  const awake = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => awake + 3_600_000);
  begin();
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  lines[0]?.say(`retry: 2000\nevent: hello\ndata: {"quietMs":60000}\n\n`);
  await vi.waitFor(() => expect(onChanged.mock.calls).toEqual([['all']]));
});

test('reconnects automatically after a disconnect, and refetches everything', async () => {
  begin();
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  lines[0]?.say(hello);
  await vi.waitFor(() => expect(onChanged).toHaveBeenCalledOnce());
  lines[0]?.cut();
  await vi.waitFor(() => expect(lines).toHaveLength(2));
  lines[1]?.say(hello);
  await vi.waitFor(() => expect(onChanged.mock.calls).toEqual([['all'], ['all']]));
});

test('[A5] [R2] a session that ended while disconnected is discovered when the stream reconnects', async () => {
  begin();
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  refuse = 401;
  lines[0]?.cut();
  await vi.waitFor(() => expect(onChanged.mock.calls).toEqual([['all']]));
});

test('a refused stream is not retried in a loop, but immediately when the network is back', async () => {
  refuse = 429;
  begin();
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(lines).toHaveLength(1);
  refuse = null;
  window.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(lines).toHaveLength(2));
});

test('[A5] follows nothing without a session, and follows a new session when there is one', async () => {
  begin();
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  endSession('logged-out');
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(lines).toHaveLength(1);
  beginSession('another-token');
  await vi.waitFor(() =>
    expect(lines.map(({ headers }) => headers.get('authorization'))).toEqual(['a-token', 'another-token']),
  );
});

test('[A5] a session ended elsewhere makes the page refetch, which is how it finds out', async () => {
  begin();
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  lines[0]?.say('event: ended\ndata: {}\n\n');
  await vi.waitFor(() => expect(onChanged.mock.calls).toEqual([['all']]));
});

test('a hidden page disconnects, and reconnects immediately when visible again', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false);
  stop = followChanges({ address: '/api/events', onChanged, firstRetryMs: 20, hiddenMs: 50 });
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  hidden.mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(lines[0]?.isLeft()).toBe(true));
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(lines).toHaveLength(1);
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(lines).toHaveLength(2));
});

const changed = 'event: changed\ndata: {"topics":["notices"]}\n\n';

/** Another window of the same browser. */
function openWindow() {
  const heard = vi.fn();
  const close = followChanges({ address: '/api/events', onChanged: heard, firstRetryMs: 20, hiddenMs: 50 });
  return { heard, close };
}

/**
 * On a busy machine two windows may lead for a moment, and one stays. It has stayed when every window has heard the same line: who has heard
 * it asks no more.
 */
async function untilOneLeads(windows: { heard: Mock }[]): Promise<Line> {
  return vi.waitFor(() => {
    const open = lines.filter(({ isLeft }) => !isLeft());
    expect(open).toHaveLength(1);
    open[0]?.say('event: changed\ndata: {"topics":["roll-call"]}\n\n');
    for (const { heard } of windows) expect(heard).toHaveBeenCalledWith(['roll-call']);
    return open[0] as Line;
  });
}

const timesTold = ({ heard }: { heard: Mock }, what: unknown) =>
  heard.mock.calls.filter(([topics]) => String(topics) === String(what)).length;

test('[L13] seven windows share one stream: all hear what it says, and when the one that reads it closes, another takes over', async () => {
  const windows = Array.from({ length: 7 }, openWindow);
  stop = () => windows.forEach(({ close }) => close());
  while (windows.length > 0) {
    const line = await untilOneLeads(windows);
    line.say(hello + changed);
    await vi.waitFor(() => expect(windows.map((one) => timesTold(one, 'notices'))).toEqual(windows.map(() => 1)));
    for (const one of windows) {
      expect(timesTold(one, 'all')).toBeGreaterThan(0);
      one.heard.mockReset();
    }
    // Whichever reads it: closing the others changes nothing.
    windows.shift()?.close();
  }
});

test('[L13] [L9] a window that joins refetches only if something has changed since it began', async () => {
  greeting = `event: hello\ndata: {"quietMs":${Math.floor(performance.now() + 60_000)}}\n\n`;
  begin();
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  const calm = openWindow();
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(calm.heard).not.toHaveBeenCalled();
  calm.close();
  const line = await untilOneLeads([]);
  greeting = hello;
  line.say(changed);
  await vi.waitFor(() => expect(timesTold({ heard: onChanged }, 'notices')).toBe(1));
  const late = openWindow();
  await vi.waitFor(() => expect(late.heard.mock.calls[0]).toEqual(['all']));
  late.close();
});

test('[L13] a window of another visit, or of a browser without channels, has a stream of its own', async () => {
  begin();
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  vi.stubGlobal('BroadcastChannel', function refuse() {
    throw new DOMException('denied', 'SecurityError');
  });
  const lone = openWindow();
  await vi.waitFor(() => expect(lines).toHaveLength(2));
  vi.unstubAllGlobals();
  lone.close();
});

test('a burst of changes is handled once immediately and once more afterwards', async () => {
  const act = vi.fn();
  const { add, stop: end } = gather<string>(act, 80);
  add(['money']);
  expect(act).toHaveBeenCalledOnce();
  for (let n = 0; n < 10; n += 1) add(['notices']);
  expect(act).toHaveBeenCalledOnce();
  await vi.waitFor(() => expect(act).toHaveBeenCalledTimes(2));
  expect(act.mock.lastCall).toEqual([new Set(['notices'])]);
  end();
});
