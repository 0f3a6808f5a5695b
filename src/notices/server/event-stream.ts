import type { ServerResponse } from 'node:http';
import { topics, type Topic } from '#platform/server/changes.ts';

export interface EventStream {
  /** The first words: everything may be read now. For so many milliseconds nothing of it is known to have changed. */
  begin(quietMs: number): void;
  /** Says that this is to be read again: now, or together with what else is said within a moment. */
  announce(changed: ReadonlySet<Topic>): void;
  /** Whether the session still stands; the stream ends when it does not. A sign of life for the proxies in between, too. */
  beat(): Promise<void>;
  /** @param last an event to part with */
  end(last?: string): void;
}

export interface StreamParts {
  to: Pick<ServerResponse, 'write' | 'end' | 'destroy' | 'writableLength' | 'on'>;
  /** Whether the session still stands; asked before every event, so that an ended one never gets another. */
  isSessionAlive: () => Promise<boolean>;
  onEnd: () => void;
  /** Events of one stream are never closer than this. */
  spacingMs?: number;
}

/** What a reader may leave unread of a stream of small events. */
export const mostUnreadBytes = 16 * 1024;

/** The first words: how soon to come back after a break, and that everything may be read now. */
const hello = (quietMs: number): string => `retry: 2000\nevent: hello\ndata: ${JSON.stringify({ quietMs })}\n\n`;

/** One open stream. It carries no figures, only that there are others: a slow reader misses nothing by being dropped. */
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
    // Nobody knows: the browser comes back and is asked who it is.
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
