import * as z from 'zod/mini';
import { type Micros, usd } from './money.ts';

/** The largest amount a request may contain (api.md): 1,000,000,000 USD. */
const mostUsd = 1_000_000_000;

function isAmount(value: number): boolean {
  if (!Number.isFinite(value) || value < 0 || value > mostUsd || Object.is(value, -0)) return false;
  return Number(value.toFixed(2)) === value;
}

/**
 * An amount in a request: a JSON number of USD with at most two decimals. Anything else is refused; every violation of this schema has the
 * error code `invalid_amount`.
 */
export const requestAmount = z
  .number({ error: 'invalid_amount' })
  .check(z.refine(isAmount), z.meta({ minimum: 0, maximum: mostUsd, multipleOf: 0.01 }));

/** The same amount in a query string: `?min=100` or `?min=99.50`. */
export const queryAmount = z.pipe(
  z.string({ error: 'invalid_amount' }).check(z.regex(/^\d{1,10}(\.\d{1,2})?$/)),
  z.pipe(z.transform(Number), requestAmount),
);

/** An amount in an answer: USD with at most six decimals, the ledger's precision. */
export const answerAmount = z.number().check(z.meta({ description: 'USD, at most six decimals' }));

/**
 * An amount as a screen shows it: whole cents, with a total being the sum of its parts as shown (docs/decisions/0015-explanations.md). The server
 * does not send an answer that violates this.
 */
export const shownAmount = z
  .number()
  .check(z.refine(isWholeCents), z.meta({ description: 'USD in whole cents, as screens show it', multipleOf: 0.01 }));

function isWholeCents(value: number): boolean {
  return Number(value.toFixed(2)) === value;
}

export function amountOf(value: number): Micros {
  return usd(value.toFixed(2));
}
