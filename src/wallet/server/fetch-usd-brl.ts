import * as z from 'zod/mini';
import { exchangeRate, type ExchangeRate } from '../quote.ts';
import { fetchJson } from './fetch-json.ts';

/** The dollar in reais, as the public service last quoted it. */
export interface UsdBrl {
  high: ExchangeRate;
  low: ExchangeRate;
  at: Date;
}

const deadlineMs = 2000;
const decimal = z.string().check(z.regex(/^\d{1,4}(\.\d{1,6})?$/));

/** The part of AwesomeAPI's `json/last/USD-BRL` that counts. Its figures are strings, its time is in seconds. */
const answer = z.object({
  USDBRL: z.object({
    code: z.literal('USD'),
    codein: z.literal('BRL'),
    high: decimal,
    low: decimal,
    timestamp: z.string().check(z.regex(/^\d{9,11}$/)),
  }),
});

/** Throws when there is no answer, or one that no deposit should be priced with. */
export async function fetchUsdBrl(url: string): Promise<UsdBrl> {
  const { status, body } = await fetchJson(url, { headers: { accept: 'application/json' } }, deadlineMs);
  if (status !== 200) throw new Error(`the rate's source answered ${status}`);
  const { USDBRL } = z.parse(answer, body);
  const [high, low] = [exchangeRate(USDBRL.high), exchangeRate(USDBRL.low)];
  if (low <= 0n || high < low) throw new Error('the rate makes no sense');
  return { high, low, at: new Date(Number(USDBRL.timestamp) * 1000) };
}
