import { readVersions } from '#ledger/server/read-versions.ts';
import { announcerOf, type Changes, everybody, type Topic, topics } from '#platform/server/changes.ts';
import { type ChangeListener, listenForChanges } from '#platform/server/listen-for-changes.ts';
import type { Http } from '#platform/server/http.ts';
import type { AskedStream } from '#platform/server/serve-stream.ts';
import { type EventStream, openEventStream } from './event-stream.ts';
import { readNoticeMarks } from './notice-store.ts';

export interface OpenStreams {
  open(asked: AskedStream): void;
  countOf(customerId: string): number;
  count(): number;
  isHearing(): boolean;
  close(): Promise<void>;
}

export interface StreamPace {
  /** How often each stream's session is looked at, and its connection kept warm. */
  beatMs: number;
  /** How often what nobody announced is looked for, while announcements are heard, and while they are not. */
  lookMs: number;
  deafLookMs: number;
  /** What everybody is told is told over up to this long, so that not everybody asks at once. */
  spreadMs: number;
}

const pace: StreamPace = { beatMs: 15_000, lookMs: 30_000, deafLookMs: 2_500, spreadMs: 4_000 };
const everything: ReadonlySet<Topic> = new Set(topics);
const mostLookedAt = 500;
/** Between two who are told the same, on average. */
const apartMs = 5;

/**
 * The streams that are open on this process. They are told of what is announced here and, over a connection of its own that
 * begins with the first stream, of what is announced elsewhere. What no announcement reached is found by looking.
 */
export function keepStreams(
  { db, config, readInvestor, app }: Http,
  { beatMs, lookMs, deafLookMs, spreadMs } = pace,
): OpenStreams {
  const streams = new Map<string, Set<EventStream>>();
  const marks = new Map<string, string>();
  const announcer = announcerOf(db);
  let listener: ChangeListener | null = null;
  let looking: NodeJS.Timeout | null = null;
  let isClosing = false;

  const all = (): EventStream[] => [...streams.values()].flatMap((some) => [...some]);

  function onChanges(changes: Changes): void {
    for (const [id, told] of changes) {
      if (id === everybody) spread(told);
      else for (const stream of streams.get(id) ?? []) stream.tell(told);
    }
  }

  function spread(told: ReadonlySet<Topic>): void {
    const those = all();
    const overMs = Math.min(spreadMs, those.length * apartMs);
    for (const stream of those) setTimeout(() => stream.tell(told), Math.random() * overMs).unref();
  }

  async function look(): Promise<void> {
    const ids = [...streams.keys()];
    for (let at = 0; at < ids.length; at += mostLookedAt) {
      for (const [id, mark] of await readMarks(ids.slice(at, at + mostLookedAt))) {
        const before = marks.get(id);
        marks.set(id, mark);
        if (before !== undefined && before !== mark) onChanges(new Map([[id, new Set<Topic>(['money', 'notices'])]]));
      }
    }
    for (const id of marks.keys()) if (!streams.has(id)) marks.delete(id);
  }

  async function markFirst(id: string): Promise<void> {
    const mark = await readMarks([id]).catch(() => null);
    if (mark && !marks.has(id)) marks.set(id, mark.get(id) ?? '');
  }

  async function readMarks(ids: string[]): Promise<Map<string, string>> {
    const [versions, notices] = [await readVersions(db, ids), await readNoticeMarks(db, ids)];
    return new Map(ids.map((id) => [id, `${versions.get(id) ?? ''} ${notices.get(id) ?? ''}`]));
  }

  function lookLater(): void {
    if (isClosing) return;
    looking = setTimeout(
      () => {
        const onFault = (error: unknown): void => app.log.error({ err: error, job: 'look-for-changes' }, 'fault');
        void look().catch(onFault).finally(lookLater);
      },
      listener?.isHearing() ? lookMs : deafLookMs,
    ).unref();
  }

  const stopHearing = announcer.hear(onChanges);

  function begin(): void {
    if (listener || isClosing) return;
    const onHearing = (): void => onChanges(new Map([[everybody, new Set(everything)]]));
    listener = listenForChanges({ url: config.databaseListenUrl, mark: announcer.mark, onChanges, onHearing });
    lookLater();
  }

  return {
    open: ({ investor, token, to }) => {
      begin();
      const own = streams.get(investor.id) ?? new Set<EventStream>();
      const isSessionAlive = async (): Promise<boolean> => (await readInvestor(token)) !== null;
      const onEnd = (): void => {
        clearInterval(beating);
        own.delete(stream);
        if (own.size === 0 && streams.get(investor.id) === own) streams.delete(investor.id);
      };
      const stream = openEventStream({ to, isSessionAlive, onEnd });
      const beating = setInterval(() => void stream.beat(), beatMs).unref();
      own.add(stream);
      streams.set(investor.id, own);
      // Looked at before the browser reads: what changes from here on is another mark.
      void markFirst(investor.id).finally(stream.begin);
    },
    countOf: (customerId) => streams.get(customerId)?.size ?? 0,
    count: () => all().length,
    isHearing: () => listener?.isHearing() ?? false,
    close: async () => {
      isClosing = true;
      stopHearing();
      if (looking) clearTimeout(looking);
      for (const stream of all()) stream.end();
      await listener?.stop();
    },
  };
}
