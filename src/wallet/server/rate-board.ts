import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#platform/clock.ts';
import { fetchUsdBrl, type UsdBrl } from './fetch-usd-brl.ts';

export const freshMs = 60_000;
export const usableMs = 15 * 60_000;
const refreshMs = 45_000;

/**
 * The rate as it hangs on the wall: fetched in the background, read from memory, so nobody ever waits for its source. One
 * that is older than a minute is shown as stale, one older than a quarter of an hour is no rate at all.
 */
export interface RateBoard {
  read(): (UsdBrl & { isStale: boolean }) | null;
  refresh(): Promise<void>;
  stop(): void;
}

export interface RateSource {
  /** Empty: there is none, and so no rate. */
  url: string;
  clock: Clock;
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** Told of each rate before it hangs on the wall. */
  note: (rate: UsdBrl) => Promise<void>;
}

export function openRateBoard({ url, clock, log, note }: RateSource): RateBoard {
  let known: { rate: UsdBrl; fetchedMs: number } | null = null;

  async function refresh(): Promise<void> {
    if (!url) return;
    try {
      const rate = await fetchUsdBrl(url);
      await note(rate);
      known = { rate, fetchedMs: clock.now().getTime() };
    } catch (error) {
      log.warn({ err: error }, 'the rate could not be fetched');
    }
  }

  void refresh();
  const timer = setInterval(() => void refresh(), refreshMs).unref();
  return {
    read: () => {
      const ageMs = known ? clock.now().getTime() - known.fetchedMs : Infinity;
      return known && ageMs <= usableMs ? { ...known.rate, isStale: ageMs > freshMs } : null;
    },
    refresh,
    stop: () => clearInterval(timer),
  };
}
