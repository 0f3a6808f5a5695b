import * as z from 'zod/mini';
import { exchangeRate, type ExchangeRate } from '../quote.ts';
import { fetchJson } from './fetch-json.ts';
import { SourceRefused } from './source-patience.ts';

/** Reais per dollar, with the time at which the source quoted it. */
export interface UsdBrl {
  high: ExchangeRate;
  low: ExchangeRate;
  at: Date;
}

/** A source's quote before it is judged: a side that is not a rate is null. */
export interface QuotedUsdBrl {
  high: ExchangeRate | null;
  low: ExchangeRate | null;
  at: Date;
}

const deadlineMs = 2000;
/** A figure with more digits is no plausible rate: a misplaced decimal point or tampering. */
const decimal = /^\d{1,4}(\.\d{1,6})?$/;

/** The relevant part of AwesomeAPI's `json/last/USD-BRL`. Its figures are strings, its time is in seconds. */
const answer = z.object({
  USDBRL: z.object({
    code: z.literal('USD'),
    codein: z.literal('BRL'),
    high: z.unknown(),
    low: z.unknown(),
    timestamp: z.string().check(z.regex(/^\d{9,11}$/)),
  }),
});

/** Throws when there is no answer, or one about something else. */
export async function fetchUsdBrl(url: string): Promise<QuotedUsdBrl> {
  const { status, body, retryAfterMs } = await fetchJson(url, { headers: { accept: 'application/json' } }, deadlineMs);
  if (status !== 200) throw new SourceRefused(status, retryAfterMs);
  const { USDBRL } = z.parse(answer, body);
  return { high: readSide(USDBRL.high), low: readSide(USDBRL.low), at: new Date(Number(USDBRL.timestamp) * 1000) };
}

function readSide(said: unknown): ExchangeRate | null {
  return typeof said === 'string' && decimal.test(said) ? exchangeRate(said) : null;
}
