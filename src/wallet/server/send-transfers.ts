import { within } from '#platform/server/fetch-within.ts';
import { traced } from '#telemetry/server/tracing.ts';
import { advanceTransfer, type TransferContext } from './advance-transfer.ts';
import { brokerageDeadlineMs } from './brokerage-client.ts';
import { watchPresence } from './brokerage-presence.ts';
import { listenForWork } from './listen-for-work.ts';
import { type ClaimedTransfer, claimTransfers } from './transfer-queue.ts';
import { keepTurns } from './transfer-turns.ts';

/** Longer than asking and sending can take together, so a lease only expires on a worker that died or stalled. */
export const leaseMs = 3 * brokerageDeadlineMs;
const mostAtOnce = 16;
const pollMs = 500;
/** Pause between two attempts to reach a brokerage that is away. */
const awayMs = 1000;

export interface TransferWorker {
  /** Signals that something may be due. */
  wake(): void;
  /** Takes nothing new and waits this long for what is under way; the next worker finds the rest. */
  stop(graceMs?: number): Promise<void>;
}

/**
 * Works through the due transfers, many concurrently, woken by the database when one is recorded and polling twice a second. Any number of
 * workers may run, in any number of processes. While the brokerage is away only one transfer a second is tried: retrying the others would
 * be in vain and burden everybody else's requests. While it asks to be left alone (Retry-After) none is.
 */
export function sendTransfers(given: TransferContext): TransferWorker {
  const { brokerage, isAway, pauseMs } = watchPresence(given.brokerage, mostAtOnce);
  const context = { ...given, brokerage };
  const keeper = keepTurns();
  const underWay = new Set<Promise<void>>();
  const signal = createSignal();
  const ending = createSignal();
  let isStopping = false;

  function start(transfer: ClaimedTransfer): void {
    const work = traced(
      () => ({ name: 'job transfers' }),
      // Whoever has not ended with its lease writes nothing any more, and keeps nobody's place.
      () => within(leaseMs, () => advanceTransfer(context, transfer)),
    )
      .catch((error: unknown) =>
        context.log.error({ err: error, transfer: transfer.id }, 'a transfer was left for later'),
      )
      .finally(() => {
        underWay.delete(work);
        keeper.ended(transfer);
        // The customer's next one may be waiting for this very place.
        signal.raise();
      });
    underWay.add(work);
    keeper.began(transfer);
  }

  async function round(): Promise<void> {
    if (pauseMs() > 0) return ending.wait(Math.min(pauseMs(), awayMs));
    const places = mostAtOnce - underWay.size;
    const free = isAway() ? Math.min(1, places) : places;
    const claimed = free > 0 ? await claimTransfers(context.db, free, leaseMs, keeper.turns()) : [];
    for (const transfer of claimed) start(transfer);
    if (isAway()) {
      // Nobody is waited for: stragglers would keep the others from trying.
      await ending.wait(awayMs);
    } else if (claimed.length === free) await Promise.race(underWay);
    else await signal.wait(pollMs);
  }

  async function run(): Promise<void> {
    while (!isStopping) {
      await round().catch(async (error: unknown) => {
        context.log.error({ err: error }, 'transfers could not be read');
        await signal.wait(pollMs);
      });
    }
    await Promise.all(underWay);
  }

  const listening = listenForWork(context.db, signal.raise);
  const finished = run();
  return {
    wake: signal.raise,
    stop: async (graceMs = 5000) => {
      isStopping = true;
      signal.raise();
      ending.raise();
      await Promise.race([finished, new Promise((resolve) => setTimeout(resolve, graceMs).unref())]);
      await listening.stop();
    },
  };
}

/** A wait that can be cut short; a signal raised while nobody waits ends the next wait. */
function createSignal(): { raise: () => void; wait: (ms: number) => Promise<void> } {
  let isRung = false;
  let hear = (): void => {};
  return {
    raise: () => {
      isRung = true;
      hear();
    },
    wait: async (ms) => {
      if (!isRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          hear = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      isRung = false;
    },
  };
}
