import { readVersions } from '#ledger/server/read-versions.ts';
import { noteFailure } from '#platform/server/database-failures.ts';
import { inBatches } from '#platform/server/in-batches.ts';
import { announcerOf, type Changes, everybody, type Topic, topics } from '#platform/server/changes.ts';
import { oneAfterTheOther } from '#platform/server/drain.ts';
import { type ChangeListener, listenForChanges } from '#platform/server/listen-for-changes.ts';
import type { Http } from '#platform/server/http.ts';
import type { StreamRequest } from '#platform/server/serve-stream.ts';
import { type EventStream, openEventStream } from './event-stream.ts';
import { rememberChanges } from './recent-changes.ts';
import { readNoticeMarks } from './notice-store.ts';
import { createBroadcast } from './broadcast.ts';

export interface OpenStreams {
  open(request: StreamRequest): void;
  countOf(customerId: string): number;
  count(): number;
  isHearing(): boolean;
  /** Sends all of them elsewhere, one after the other: this server is about to go. */
  handOver(withinMs: number): Promise<void>;
  close(): Promise<void>;
}

/** Which of these sessions still stand; asked for all streams of the process together. */
export type ReadAlive = (tokens: readonly string[]) => Promise<ReadonlySet<string>>;

export interface StreamTiming {
  /** How often the streams' sessions are looked at, all in one question, and their connections kept warm. */
  beatMs: number;
  /** How often what nobody announced is looked for, while announcements are heard, and while they are not. */
  lookMs: number;
  deafLookMs: number;
}

const timing: StreamTiming = { beatMs: 15_000, lookMs: 30_000, deafLookMs: 2_500 };
const everything: ReadonlySet<Topic> = new Set(topics);
const mostRead = 500;
/** Looking takes so long for each customer at the least: with very many of them it is done less often. */
const lookEachMs = 0.25;
/** Whoever comes back reads everything again, at another server: so many milliseconds of its time each. */
const handOverEachMs = 2;
/** Last words: come back at once, to whichever server there is. Nothing is lost, because a beginning has everything read. */
const moved = 'retry: 500\nevent: moved\ndata: {}\n\n';

/**
 * The streams that are open on this process. They are told of what is announced here and, over a connection of its own that
 * begins with the first stream, of what is announced elsewhere. What no announcement reached is found by looking.
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
    // Behind a pooler nothing is heard, and what listens there is left behind in a session that others are lent.
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
      // Looked at before the browser reads: what changes from here on is another mark.
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
