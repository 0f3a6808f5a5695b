import { fromJsonNumber, toJsonNumber } from '#money/money.ts';
import { shownChange } from '#money/shown.ts';
import type { StatementLine } from './contract.ts';

/** A line's change of the balance as shown, so that opening balance, lines and closing balance add up to the cent. */
export function shownAmountOf({ Amount, Balance }: Pick<StatementLine, 'Amount' | 'Balance'>): number {
  return toJsonNumber(shownChange(fromJsonNumber(Amount), fromJsonNumber(Balance)));
}
