import type { ExchangeRates } from '../contract.ts';
import type { RateBoard } from './rate-board.ts';
import { showRate } from './show-transfer.ts';

/** The rate as the board has it now: zeros when there is none, never a guess (F2). */
export async function readRates(rates: RateBoard): Promise<ExchangeRates> {
  const rate = rates.read();
  if (!rate) return { Usdbrl: { High: 0, Low: 0, At: null }, Stale: true };
  return {
    Usdbrl: { High: showRate(rate.high), Low: showRate(rate.low), At: rate.at.toISOString() },
    Stale: rate.isStale,
  };
}
