import type { Topic } from '#platform/server/changes.ts';
import type { EventStream } from './event-stream.ts';

export interface Broadcast {
  /** Announces to all of these, one after the other; what still waits for a stream is announced together with it. */
  announce(streams: Iterable<EventStream>, changed: ReadonlySet<Topic>): void;
  /** It has ended, and takes up nobody's turn. */
  remove(stream: EventStream): void;
  stop(): void;
}

/** So many a second and process begin to read again, whatever the number of streams: each asks some calls, and each call the database. */
const perSecond = 100;
const tickMs = 100;

/**
 * What concerns everybody is announced over a time that grows with the number of streams: a hundred at once, a thousand over ten seconds, a
 * hundred thousand over a quarter of an hour, in which the pages read by themselves as well.
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

/** So that it is not the same ones who wait each time. */
function shuffled<Item>(items: Item[]): Item[] {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1));
    [items[last], items[other]] = [items[other] as Item, items[last] as Item];
  }
  return items;
}
