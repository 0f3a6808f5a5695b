import { readVersions } from '#ledger/server/read-versions.ts';
import { noteFailure } from '#database/server/database-failures.ts';
import { inBatches } from '#platform/server/in-batches.ts';
import { announcerOf, type Changes, everybody, type Topic, topics } from '#database/server/changes.ts';
import { oneAfterTheOther } from '#http/server/drain.ts';
import { type ChangeListener, listenForChanges } from '#database/server/listen-for-changes.ts';
import type { Http } from '#http/server/http.ts';
import type { StreamRequest } from '#http/server/serve-stream.ts';
import { type EventStream, openEventStream } from './event-stream.ts';
import { rememberChanges } from './recent-changes.ts';
import { readNoticeMarks } from './notice-store.ts';
import { createBroadcast } from './broadcast.ts';

export interface OpenStreams {
  open(request: StreamRequest): void;
  countOf(customerId: string): number;
  count(): number;
  isHearing(): boolean;
  /** Sends all streams to other servers, one after the other, because this one is about to stop. */
  handOver(withinMs: number): Promise<void>;
  close(): Promise<void>;
}

/** Returns which of these sessions are still valid; called for all streams of the process together. */
export type ReadAlive = (tokens: readonly string[]) => Promise<ReadonlySet<string>>;

export interface StreamTiming {
  /** How often the sessions of all streams are checked together, and connections kept alive. */
  beatMs: number;
  /** How often to poll for changes that were not announced: while announcements are heard, and while they are not. */
  lookMs: number;
  deafLookMs: number;
}

const timing: StreamTiming = { beatMs: 15_000, lookMs: 30_000, deafLookMs: 2_500 };
const everything: ReadonlySet<Topic> = new Set(topics);
const mostRead = 500;
/** The minimum polling interval per customer: with very many customers, polling is less frequent. */
const lookEachMs = 0.25;
/** The spacing of handovers: each client that reconnects refetches everything and costs another server this many milliseconds. */
const handOverEachMs = 2;
/** The final event: reconnect immediately, to any server. Nothing is lost, because a new stream makes the client refetch everything. */
const moved = 'retry: 500\nevent: moved\ndata: {}\n\n';

/**
 * Manages the streams open on this process. They receive what is announced here and, over a dedicated connection opened with the first
 * stream, what is announced elsewhere. Polling finds what no announcement reached.
 */
export function keepStreams(
  { db, config, app }: Pick<Http, 'db' | 'config' | 'app'>,
  readAlive: ReadAlive,
  { beatMs, lookMs, deafLookMs } = timing,
): OpenStreams {
  const isAlive = inBatches(async (tokens) => {
    const alive = await readAlive(tokens);
    return new Map(tokens.map((token) => [token, alive.has(token)]));
  });
  const markOf = inBatches((ids) => readMarks(ids), { mostAtOnce: mostRead });
  const broadcast = createBroadcast();
  const streams = new Map<string, Set<EventStream>>();
  const marks = new Map<string, string>();
  const recent = rememberChanges();
  const announcer = announcerOf(db);
  let listener: ChangeListener | null = null;
  let isBegun = false;
  let looking: NodeJS.Timeout | null = null;
  let beating: NodeJS.Timeout | null = null;
  let isClosing = false;

  const all = (): EventStream[] => [...streams.values()].flatMap((some) => [...some]);

  function onChanges(changes: Changes): void {
    for (const [id, changed] of changes) {
      recent.note(id);
      if (id === everybody) broadcast.announce(all(), changed);
      else for (const stream of streams.get(id) ?? []) stream.announce(changed);
    }
  }

  async function look(): Promise<void> {
    const ids = [...streams.keys()];
    for (let at = 0; at < ids.length; at += mostRead) {
      for (const [id, mark] of await readMarks(ids.slice(at, at + mostRead))) {
        const before = marks.get(id);
        marks.set(id, mark);
        if (before !== undefined && before !== mark) onChanges(new Map([[id, new Set<Topic>(['money', 'notices'])]]));
      }
    }
    for (const id of marks.keys()) if (!streams.has(id)) marks.delete(id);
  }

  async function markFirst(id: string): Promise<void> {
    const mark = await markOf(id).catch(() => null);
    if (mark !== null && !marks.has(id)) marks.set(id, mark);
  }

  async function readMarks(ids: readonly string[]): Promise<Map<string, string>> {
    const [versions, notices] = [await readVersions(db, [...ids]), await readNoticeMarks(db, [...ids])];
    return new Map(ids.map((id) => [id, `${versions.get(id) ?? ''} ${notices.get(id) ?? ''}`]));
  }

  function lookLater(): void {
    if (isClosing) return;
    looking = setTimeout(
      () => {
        const onFault = (error: unknown): void => app.log.error({ err: error, job: 'look-for-changes' }, 'fault');
        void look().catch(onFault).finally(lookLater);
      },
      Math.max(listener?.isHearing() ? lookMs : deafLookMs, streams.size * lookEachMs),
    ).unref();
  }

  const stopHearing = announcer.hear(onChanges);

  function begin(): void {
    if (isBegun || isClosing) return;
    isBegun = true;
    const onHearing = (): void => onChanges(new Map([[everybody, new Set(everything)]]));
    const onFailure = (error: unknown): void => noteFailure(db.pool, error, 'listen for changes');
    // LISTEN does not work behind a pooler, and would remain registered in a session that is lent to others.
    if (db.listenUrl !== null) {
      const { mark } = announcer;
      listener = listenForChanges({ url: config.databaseListenUrl, mark, onChanges, onHearing, onFailure });
    }
    beating = setInterval(() => all().forEach((stream) => void stream.beat()), beatMs).unref();
    lookLater();
  }

  return {
    open: ({ investor, token, to }) => {
      begin();
      const own = streams.get(investor.id) ?? new Set<EventStream>();
      const isSessionAlive = async (): Promise<boolean> => (await isAlive(token)) === true;
      const onEnd = (): void => {
        broadcast.remove(stream);
        own.delete(stream);
        if (own.size === 0 && streams.get(investor.id) === own) streams.delete(investor.id);
      };
      const stream = openEventStream({ to, isSessionAlive, onEnd });
      own.add(stream);
      streams.set(investor.id, own);
      // The mark is read before the client fetches, so that any later change yields a different one.
      void markFirst(investor.id).finally(() =>
        stream.begin(listener?.isHearing() ? recent.quietMsOf(investor.id) : 0),
      );
    },
    countOf: (customerId) => streams.get(customerId)?.size ?? 0,
    count: () => all().length,
    isHearing: () => listener?.isHearing() ?? false,
    handOver: (withinMs) =>
      oneAfterTheOther(all(), { withinMs, eachMs: handOverEachMs }, (stream) => stream.end(moved)),
    close: async () => {
      isClosing = true;
      stopHearing();
      if (looking) clearTimeout(looking);
      if (beating) clearInterval(beating);
      broadcast.stop();
      for (const stream of all()) stream.end(moved);
      await listener?.stop();
    },
  };
}
