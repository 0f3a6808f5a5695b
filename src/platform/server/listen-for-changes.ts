import { setTimeout as pause } from 'node:timers/promises';
import { type Changes, changesChannel, readPayload } from './changes.ts';
import { connectToPrimary } from './find-primary.ts';

export interface ChangeListener {
  /** Whether what is announced arrives: the last echo came back. */
  isHearing(): boolean;
  stop(): Promise<void>;
}

interface ListenOptions {
  /** A connection that no pooler stands before: behind one LISTEN hears nothing. */
  url: string;
  /** Of this process: what it announced itself it knows already. */
  mark: string;
  onChanges: (changes: Changes) => void;
  /** Hearing begins, for the first time or again: anything may have been announced meanwhile. */
  onHearing: () => void;
  /** The connection could not be made, or broke. */
  onFailure: (error: unknown) => void;
}

const firstRetryMs = 200;
const lastRetryMs = 15_000;
/** A connection may be dead, or a pooler may stand in between, without anybody saying so: it is asked for an echo. */
const echoEveryMs = 15_000;
const echoWithinMs = 3_000;

/** Hears what other processes announce, on one connection of its own; opens another whenever that one is gone or deaf. */
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

/** Returns, or throws, when the connection is of no use any more. */
async function listenOnce(
  { url, mark, onChanges, onFailure }: ListenOptions,
  stopping: AbortSignal,
  onHearing: () => void,
) {
  const client = await connectToPrimary(url, {
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
      // The echo follows the answer at once where it comes at all.
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
