import type { ServerResponse } from 'node:http';
import { topics, type Topic } from '#database/server/changes.ts';

export interface EventStream {
  /** Sends the greeting: the client may fetch everything now. Nothing is known to have changed in the last `quietMs` milliseconds. */
  begin(quietMs: number): void;
  /** Announces topics to be refetched: immediately, or batched with others announced shortly after. */
  announce(changed: ReadonlySet<Topic>): void;
  /** Checks that the session is still valid and ends the stream if not. Also a keep-alive for proxies in between. */
  beat(): Promise<void>;
  /** @param last a final event to send */
  end(last?: string): void;
}

export interface StreamParts {
  to: Pick<ServerResponse, 'write' | 'end' | 'destroy' | 'writableLength' | 'on'>;
  /** Whether the session is still valid; checked before every event, so that an ended session never gets another. */
  isSessionAlive: () => Promise<boolean>;
  onEnd: () => void;
  /** The minimum time between two events of a stream. */
  spacingMs?: number;
}

/** How much a reader may leave unread before the stream is dropped; events are small. */
export const mostUnreadBytes = 16 * 1024;

/** The greeting: the delay before a reconnect, and that everything may be fetched now. */
const hello = (quietMs: number): string => `retry: 2000\nevent: hello\ndata: ${JSON.stringify({ quietMs })}\n\n`;

/** Opens a stream. It carries no figures, only the news that some changed, so a slow reader loses nothing by being dropped. */
export function openEventStream({ to, isSessionAlive, onEnd, spacingMs = 250 }: StreamParts): EventStream {
  let waiting = new Set<Topic>();
  let timer: NodeJS.Timeout | null = null;
  let isOver = false;
  let isSending = false;
  let sentAt = 0;

  function over(): void {
    if (isOver) return;
    isOver = true;
    if (timer) clearTimeout(timer);
    onEnd();
  }

  function write(text: string): void {
    if (isOver) return;
    if (to.writableLength > mostUnreadBytes) return void to.destroy();
    to.write(text);
  }

  async function isStillIn(): Promise<boolean> {
    const isAlive = await isSessionAlive().catch(() => null);
    // Unknown: the browser reconnects and is authenticated again.
    if (isAlive === null) to.destroy();
    if (isAlive === false) end('event: ended\ndata: {}\n\n');
    return isAlive === true && !isOver;
  }

  function end(last = ''): void {
    if (isOver) return;
    over();
    to.end(last);
  }

  async function send(): Promise<void> {
    if (isSending || waiting.size === 0) return;
    isSending = true;
    const changed = topics.filter((topic) => waiting.has(topic));
    waiting = new Set();
    sentAt = Date.now();
    if (await isStillIn()) write(`event: changed\ndata: ${JSON.stringify({ topics: changed })}\n\n`);
    isSending = false;
    schedule();
  }

  function schedule(): void {
    if (isOver || timer || isSending || waiting.size === 0) return;
    timer = setTimeout(
      () => {
        timer = null;
        void send();
      },
      Math.max(0, sentAt + spacingMs - Date.now()),
    );
  }

  to.on('close', over);
  to.on('error', over);
  return {
    begin: (quietMs) => write(hello(quietMs)),
    announce: (changed) => {
      for (const topic of changed) waiting.add(topic);
      schedule();
    },
    beat: async () => {
      if (await isStillIn()) write(':\n\n');
    },
    end,
  };
}
