import { fromJsonNumber, toJsonNumber } from '#money/money.ts';
import { shownChange } from '#money/shown.ts';
import type { StatementLine } from './contract.ts';

/** What a line changed the balance by as it is shown, so that opening, lines and closing add up to the cent. */
export function shownAmountOf({ Amount, Balance }: Pick<StatementLine, 'Amount' | 'Balance'>): number {
  return toJsonNumber(shownChange(fromJsonNumber(Amount), fromJsonNumber(Balance)));
}
