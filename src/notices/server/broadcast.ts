import type { Topic } from '#database/server/changes.ts';
import type { EventStream } from './event-stream.ts';

export interface Broadcast {
  /** Announces to all of these streams, one after the other, merged with whatever is still pending for a stream. */
  announce(streams: Iterable<EventStream>, changed: ReadonlySet<Topic>): void;
  /** Drops a stream that has ended, so that it takes up nobody's turn. */
  remove(stream: EventStream): void;
  stop(): void;
}

/**
 * How many streams per second and process start refetching, however many there are: each makes several calls, and each call queries the
 * database.
 */
const perSecond = 100;
const tickMs = 100;

/**
 * Spreads announcements that concern everybody over a time proportional to the number of streams: a hundred within a second, a thousand
 * over ten seconds, a hundred thousand over a quarter of an hour, in which pages also refetch automatically.
 */
export function createBroadcast(rate = perSecond): Broadcast {
  const waiting = new Map<EventStream, Set<Topic>>();
  const atOnce = Math.max(1, Math.round((rate * tickMs) / 1000));
  let timer: NodeJS.Timeout | null = null;

  function tick(): void {
    let left = atOnce;
    for (const [stream, changed] of waiting) {
      waiting.delete(stream);
      stream.announce(changed);
      left -= 1;
      if (left === 0) break;
    }
    timer = waiting.size > 0 ? setTimeout(tick, tickMs).unref() : null;
  }

  return {
    announce: (streams, changed) => {
      for (const stream of shuffled([...streams])) {
        waiting.set(stream, new Set([...(waiting.get(stream) ?? []), ...changed]));
      }
      timer ??= setTimeout(tick, 0).unref();
    },
    remove: (stream) => void waiting.delete(stream),
    stop: () => {
      if (timer) clearTimeout(timer);
      waiting.clear();
    },
  };
}

/** Shuffles, so that it is not always the same streams that wait. */
function shuffled<Item>(items: Item[]): Item[] {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1));
    [items[last], items[other]] = [items[other] as Item, items[last] as Item];
  }
  return items;
}
