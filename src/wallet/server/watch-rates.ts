import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#settings/server/config.ts';
import type { Database } from '#database/server/database.ts';
import { fetchUsdBrl } from './fetch-usd-brl.ts';
import type { SecondWord } from './judge-rate.ts';
import { endTurnToAsk, takeTurnToAsk } from './rate-store.ts';
import { askPatiently } from './source-patience.ts';
import { takeReading } from './take-reading.ts';

const refreshMs = 45_000;
const againMs = 5_000;

/** Fetches the rate in the background, so that nobody waits for its source. */
export interface RateWatch {
  /** Asks at once, whoever's turn it is. */
  refresh(): Promise<void>;
  stop(): void;
}

export interface RateSources {
  db: Database;
  /** Without `ratesUrl` there is no source, and so no rate; without `ratesUrl2` the first is judged alone. */
  config: Pick<Config, 'mode' | 'ratesUrl' | 'ratesUrl2'>;
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
}

/**
 * Of any number of programs on one database one at a time asks, and what a source said of being left alone holds for all of them.
 */
export function watchRates({ db, config, log }: RateSources): RateWatch {
  const { mode, ratesUrl, ratesUrl2 } = config;
  const sources = createHash('sha256').update(`${ratesUrl}\n${ratesUrl2}`).digest();

  const first = askPatiently(() => fetchUsdBrl(ratesUrl));
  const other = askPatiently(() => fetchUsdBrl(ratesUrl2));

  async function askSecond(): Promise<SecondWord> {
    if (!ratesUrl2) return 'none';
    return other.ask().catch((error: unknown) => {
      log.warn({ err: error }, 'the second source of the rate could not be asked');
      return 'away' as const;
    });
  }

  /** Calls made while the sources are being queried share that refresh. */
  let underWay: Promise<number> | undefined;
  function refresh(): Promise<number> {
    underWay ??= ask().finally(() => (underWay = undefined));
    return underWay;
  }

  /** Queries the sources; returns the delay until the next attempt. */
  async function ask(): Promise<number> {
    try {
      const [quoted, second] = await Promise.all([first.ask(), askSecond()]);
      const { judged, isNewlyRefused } = await takeReading(db, mode, quoted, second);
      if (judged.kind === 'within_bounds') return refreshMs;
      const line = { why: judged.why, high: show(quoted.high), low: show(quoted.low), quotedAt: quoted.at };
      if (isNewlyRefused) log.error(line, 'the rate is out of bounds: BRL is closed until an operator accepts one');
      else log.warn(line, 'the rate was not taken');
      return refreshMs;
    } catch (error) {
      log.warn({ err: error }, 'the rate could not be fetched');
      // Also where the database was the trouble: the source itself is asked no sooner than it allows.
      return Math.max(first.pauseMs(), againMs);
    }
  }

  async function inTurn(): Promise<number> {
    if (!(await takeTurnToAsk(db, sources))) return againMs;
    const restMs = await refresh();
    await endTurnToAsk(db, sources, restMs);
    return restMs;
  }

  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  async function keepOn(): Promise<void> {
    const restMs = await inTurn().catch((error: unknown) => {
      log.warn({ err: error }, 'the rate could not be fetched');
      return againMs;
    });
    if (!isStopped) timer = setTimeout(() => void keepOn(), restMs).unref();
  }
  if (ratesUrl) void keepOn();
  return {
    refresh: async () => void (ratesUrl && (await refresh())),
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

function show(side: bigint | null): string | null {
  return side === null ? null : (Number(side) / 1_000_000).toFixed(6);
}
