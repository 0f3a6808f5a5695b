import type { Sql } from '#database/server/database.ts';
import { readHouseZone } from '#settings/server/house-zone.ts';
import type { DateOrder } from '../date-orders.ts';
import { readLocalDates } from './local-dates.ts';
import { readMoment } from '#platform/read-moment.ts';
import { PlainFailure } from '#platform/server/plain-failure.ts';
import { lineProblems } from '../line-problems.ts';
import { type NumberedLine, readFeedCsv } from './read-feed-csv.ts';

export interface WrittenFeed {
  lines: readonly NumberedLine[];
  /** Until when the file says that the feed is complete. */
  completeUntil: Date | undefined;
}

/**
 * Reads a feed as the desk has it: any separator, either decimal mark, and dates with a zone or in that of the house.
 *
 * @param order whether days come before months, if whoever imports it said so
 */
export async function readFeed(
  sql: Sql,
  { text, order }: { text: string; order: DateOrder | null },
): Promise<WrittenFeed> {
  const read = readLocalDates(readFeedCsv(text), await readHouseZone(sql), order);
  return {
    lines: read.filter(({ completes }) => !completes),
    completeUntil: untilOf(read.find(({ completes }) => completes)),
  };
}

function untilOf(completion: NumberedLine | undefined): Date | undefined {
  if (!completion) return undefined;
  const at = completion.problem ? null : readMoment(completion.cells?.date ?? '');
  if (at) return at;
  throw new PlainFailure(`Line ${completion.line}: ${lineProblems[completion.problem ?? 'invalid_date']}.`);
}
