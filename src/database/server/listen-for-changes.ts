import { setTimeout as pause } from 'node:timers/promises';
import { type Changes, changesChannel, readPayload } from './changes.ts';
import { openClient } from './clients.ts';

export interface ChangeListener {
  /** Whether announcements arrive: the last echo came back. */
  isHearing(): boolean;
  stop(): Promise<void>;
}

interface ListenOptions {
  /** A direct connection: LISTEN receives nothing behind a pooler. */
  url: string;
  /** The mark of this process, which already knows its own announcements. */
  mark: string;
  onChanges: (changes: Changes) => void;
  /** Listening starts, for the first time or again: anything may have been announced meanwhile. */
  onHearing: () => void;
  /** The connection could not be opened, or broke. */
  onFailure: (error: unknown) => void;
}

const firstRetryMs = 200;
const lastRetryMs = 15_000;
/** A connection may be dead, or behind a pooler, without any sign of it, so an echo is requested this often. */
const echoEveryMs = 15_000;
const echoWithinMs = 3_000;

/** Listens to other processes' announcements on a connection of its own; opens another whenever that one is gone or deaf. */
export function listenForChanges(options: ListenOptions): ChangeListener {
  const stopping = new AbortController();
  let isHearing = false;
  let failures = 0;

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await listenOnce(options, stopping.signal, () => {
        isHearing = true;
        failures = 0;
        options.onHearing();
      }).catch(options.onFailure);
      isHearing = false;
      const longest = Math.min(lastRetryMs, firstRetryMs * 2 ** failures++);
      await rest(longest * (0.5 + Math.random() / 2), stopping.signal);
    }
  }

  const ended = run();
  return {
    isHearing: () => isHearing,
    stop: () => {
      stopping.abort();
      return ended;
    },
  };
}

/** Returns, or throws, when the connection is no longer usable. */
async function listenOnce(
  { url, mark, onChanges, onFailure }: ListenOptions,
  stopping: AbortSignal,
  onHearing: () => void,
) {
  const client = await openClient({
    connectionString: url,
    application_name: 'lastro-changes',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  });
  const gone = new AbortController();
  const isOver = AbortSignal.any([stopping, gone.signal]);
  client.on('end', () => gone.abort());
  client.on('error', (error) => {
    onFailure(error);
    gone.abort();
  });
  let echoes = 0;
  client.on('notification', ({ payload = '' }) => {
    if (payload === `${mark};echo`) echoes += 1;
    const { from, changes } = readPayload(payload);
    if (from !== mark && changes.size > 0) onChanges(changes);
  });
  try {
    await client.query(`LISTEN ${changesChannel}`);
    while (!isOver.aborted) {
      const before = echoes;
      await client.query(`SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, $2)`, [
        changesChannel,
        `${mark};echo`,
      ]);
      // If the echo comes at all, it follows the answer immediately.
      for (let waited = 0; echoes === before && waited < echoWithinMs; waited += 20) await rest(20, isOver);
      if (echoes === before) return;
      if (before === 0) onHearing();
      await rest(echoEveryMs, isOver);
    }
  } finally {
    await Promise.race([client.end().catch(() => {}), pause(1_000, undefined, { ref: false })]);
  }
}

function rest(ms: number, signal: AbortSignal): Promise<void> {
  return pause(ms, undefined, { signal, ref: false }).catch(() => {});
}
