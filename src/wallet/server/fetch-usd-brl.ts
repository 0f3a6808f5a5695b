import * as z from 'zod/mini';
import { exchangeRate, type ExchangeRate } from '../quote.ts';
import { fetchJson } from './fetch-json.ts';

/** The dollar in reais, with the time at which its source quoted it. */
export interface UsdBrl {
  high: ExchangeRate;
  low: ExchangeRate;
  at: Date;
}

/** What a source said, before anybody has judged it: a side that is no rate is null. */
export interface QuotedUsdBrl {
  high: ExchangeRate | null;
  low: ExchangeRate | null;
  at: Date;
}

const deadlineMs = 2000;
/** More digits than these are no rate of a dollar in reais: a point has slipped, or somebody plays. */
const decimal = /^\d{1,4}(\.\d{1,6})?$/;

/** The part of AwesomeAPI's `json/last/USD-BRL` that counts. Its figures are strings, its time is in seconds. */
const answer = z.object({
  USDBRL: z.object({
    code: z.literal('USD'),
    codein: z.literal('BRL'),
    high: z.unknown(),
    low: z.unknown(),
    timestamp: z.string().check(z.regex(/^\d{9,11}$/)),
  }),
});

/** Throws when there is no answer, or one that speaks of something else. */
export async function fetchUsdBrl(url: string): Promise<QuotedUsdBrl> {
  const { status, body } = await fetchJson(url, { headers: { accept: 'application/json' } }, deadlineMs);
  if (status !== 200) throw new Error(`the rate's source answered ${status}`);
  const { USDBRL } = z.parse(answer, body);
  return { high: readSide(USDBRL.high), low: readSide(USDBRL.low), at: new Date(Number(USDBRL.timestamp) * 1000) };
}

function readSide(said: unknown): ExchangeRate | null {
  return typeof said === 'string' && decimal.test(said) ? exchangeRate(said) : null;
}
