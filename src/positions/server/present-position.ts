import { accruedProfit, progressOf } from '#money/accrual.ts';
import { type Micros, toJsonNumber, zero } from '#money/money.ts';
import { isFixed, type Product, type StateOf, type TradedProduct, wireState } from '../registry.ts';
import type { Position } from './position-store.ts';
import { taxOf } from './tax-settings.ts';

/** What every product shows of a position, with the names of the wire. */
export interface PresentedPosition<P extends Product> {
  Id: string;
  Start: string;
  End: string;
  Amount: number;
  Profit: number;
  Progress: number;
  Status: StateOf<P>;
  /** The part of the profit withheld as tax, per cent; omitted if nothing is. */
  TaxRate?: number;
}

/** A position of a product whose profit is made by operations. */
export type PresentedTraded<P extends TradedProduct> = PresentedPosition<P> & { AwaitsOperations: boolean };

export function presentTraded<P extends TradedProduct>(product: P, position: Position, now: Date): PresentedTraded<P> {
  return { ...presentPosition(product, position, now), AwaitsOperations: awaitsOperations(position, now) };
}

/** Whether it has ended and is not paid yet, because its feed may still bring operations of its last hours. */
export function awaitsOperations({ product, state, endsAt }: Position, now: Date): boolean {
  return !isFixed(product) && state === 'running' && endsAt <= now;
}

/** A position as its owner sees it at `now`. */
export function presentPosition<P extends Product>(product: P, position: Position, now: Date): PresentedPosition<P> {
  return {
    Id: position.id,
    Start: position.startedAt.toISOString(),
    End: position.endsAt.toISOString(),
    Amount: toJsonNumber(position.amount),
    Profit: toJsonNumber(profitAt(position, now)),
    Progress: progressOf(position.startedAt, position.endsAt, position.closedAt ?? now),
    Status: wireState(product, position.state),
    ...taxOf(position.taxRate),
  };
}

/** A promise accrues over time, is whole once paid, and is forfeited on leaving early; a traded result comes from the operations. */
export function profitAt({ product, state, promised, startedAt, endsAt, result }: Position, now: Date): Micros {
  if (state === 'canceled') return zero;
  if (!isFixed(product)) return result;
  return state === 'ended' ? promised : accruedProfit(promised, startedAt, endsAt, now);
}
