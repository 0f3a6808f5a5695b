import { type Percent, percent } from '#money/money.ts';
import { readMoment } from '#platform/read-moment.ts';
import { lostLetters } from '#platform/server/read-body-text.ts';
import type { LineProblem } from '../line-problems.ts';

/** An operation as written by its source, every cell still text. */
export interface FeedLine {
  date: string;
  asset: string;
  pair: string;
  payout: string;
  reference: string;
}

/** A valid operation, ready to be recorded. */
export interface FeedOperation {
  happenedAt: Date;
  asset: string;
  pair: string;
  payout: Percent;
  reference: string;
}

const decimal = /^-?\d{1,4}(\.\d{1,6})?$/;
/** A spreadsheet writes a long number like this, and its last digits are lost: the true reference would be paid a second time. */
const rounded = /^[-+]?\d+([.,]\d+)?E[-+]?\d+$/i;
const formula = /^[=@]/;
const leastPayout = percent('-100');
const mostPayout = percent('1000');

/** Parses a line, or returns its first problem. Whether its reference is new cannot be seen from one line. */
export function readFeedLine(line: FeedLine, now: Date): FeedOperation | LineProblem {
  if (Object.values(line).some((cell) => cell.includes(lostLetters))) return 'not_utf8';
  if (Object.values(line).some((cell) => formula.test(cell))) return 'formula';
  const happenedAt = readMoment(line.date);
  if (!happenedAt) return 'invalid_date';
  if (happenedAt > now) return 'date_in_future';
  if (!isPrintable(line.asset, 40)) return 'invalid_asset';
  if (!isPrintable(line.pair, 40)) return 'invalid_pair';
  const payout = decimal.test(line.payout) ? percent(line.payout) : null;
  if (payout === null || payout < leastPayout || payout > mostPayout) return 'invalid_payout';
  if (!isPrintable(line.reference, 100)) return 'invalid_reference';
  if (rounded.test(line.reference)) return 'rounded_reference';
  return { happenedAt, asset: line.asset, pair: line.pair, payout, reference: line.reference };
}

function isPrintable(text: string, mostCharacters: number): boolean {
  return text.length <= mostCharacters && text.trim() === text && /^[^\p{C}\p{Zl}\p{Zp}]+$/u.test(text);
}
