import { type Percent, percent } from '#money/money.ts';
import { readMoment } from '#platform/read-moment.ts';
import { lostLetters } from '#http/server/read-body-text.ts';
import type { LineProblem } from '../line-problems.ts';

/** An operation as written by its source, every cell still text. */
export interface FeedLine {
  /** When it closed. */
  date: string;
  /** When it opened; left out or empty where the source does not say. */
  opened?: string | undefined;
  asset: string;
  pair: string;
  payout: string;
  reference: string;
}

/** A valid operation, ready to be recorded. */
export interface FeedOperation {
  openedAt: Date;
  /** When it closed: its result has been known since. */
  happenedAt: Date;
  asset: string;
  pair: string;
  payout: Percent;
  reference: string;
}

export const decimal = /^-?\d{1,4}(\.\d{1,6})?$/;
/** A spreadsheet writes a long number like this, and its last digits are lost: the true reference would be paid a second time. */
const rounded = /^[-+]?\d+([.,]\d+)?E[-+]?\d+$/i;
const formula = /^[=+@＝＋＠]/;
const leastPayout = percent('-100');
const mostPayout = percent('1000');

/** An operation as its line has it; null where the line does not say when it opened. */
export type StatedOperation = Omit<FeedOperation, 'openedAt'> & { openedAt: Date | null };

/** Parses a line, or returns its first problem. Whether its reference is new cannot be seen from one line. */
export function readFeedLine(line: FeedLine, now: Date): StatedOperation | LineProblem {
  if (Object.values(line).some((cell) => cell.includes(lostLetters))) return 'not_utf8';
  if (rounded.test(line.reference)) return 'rounded_reference';
  if (Object.values(line).some((cell) => formula.test(cell))) return 'formula';
  const happenedAt = readMoment(line.date);
  if (!happenedAt) return 'invalid_date';
  if (happenedAt > now) return 'date_in_future';
  const openedAt = line.opened ? readMoment(line.opened) : null;
  if (line.opened && !openedAt) return 'invalid_opening';
  if (openedAt && openedAt > happenedAt) return 'opened_after_closing';
  if (!isPrintable(line.asset, 40)) return 'invalid_asset';
  if (!isPrintable(line.pair, 40)) return 'invalid_pair';
  const payout = decimal.test(line.payout) ? percent(line.payout) : null;
  if (payout === null || payout < leastPayout || payout > mostPayout) return 'invalid_payout';
  if (!isPrintable(line.reference, 100)) return 'invalid_reference';
  return { openedAt, happenedAt, asset: line.asset, pair: line.pair, payout, reference: line.reference };
}

function isPrintable(text: string, mostCharacters: number): boolean {
  return text.length <= mostCharacters && text.trim() === text && /^[^\p{C}\p{Zl}\p{Zp}]+$/u.test(text);
}
