import type { Config } from '#settings/server/config.ts';
import type { Database } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';
import type { QuotedUsdBrl } from './fetch-usd-brl.ts';
import { type Judged, judgeRate, type SecondWord } from './judge-rate.ts';
import { acceptRate, holdRates, isDecisionOpen, noteRefusedRate, readKnownRates } from './rate-store.ts';
import { readRateBounds } from './rate-settings.ts';

export interface TakenReading {
  judged: Judged;
  /** Whether it now waits for an operator and is a new case. */
  isNewlyRefused: boolean;
}

/**
 * Judges a reading and records the result for all servers. One out of bounds closes BRL; from then on nothing is accepted automatically,
 * not even readings within bounds: a source that was wrong a minute ago does not say when it is right again.
 */
export function takeReading(
  db: Database,
  mode: Config['mode'],
  quoted: QuotedUsdBrl,
  second: SecondWord,
): Promise<TakenReading> {
  return transaction(
    db,
    async (tx) => {
      await holdRates(tx);
      const judged = judgeRate(quoted, second, await readKnownRates(tx), await readRateBounds(tx, mode));
      if (judged.kind === 'passed_over') return { judged, isNewlyRefused: false };
      if (judged.kind === 'refused') return { judged, isNewlyRefused: await noteRefusedRate(tx, quoted, judged.why) };
      if (await isDecisionOpen(tx)) await noteRefusedRate(tx, quoted, 'within_bounds');
      else await acceptRate(tx, judged.rate);
      return { judged, isNewlyRefused: false };
    },
    { repeatable: true },
  );
}
