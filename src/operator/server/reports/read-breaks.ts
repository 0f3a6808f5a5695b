import type { Sql } from '#database/server/database.ts';
import { compareDay } from '#wallet/server/compare-day.ts';
import { BookUnread, readBrokerageBook } from '#wallet/server/read-brokerage-book.ts';
import type { Lastro } from '../command.ts';
import type { ReportDays } from './report-days.ts';

/** Returns the breaks between the brokerage's book of a day and ours; null if their book could not be read and nothing is known. */
export async function readBreaks(
  sql: Sql,
  brokerage: Lastro['brokerage'],
  day: Pick<ReportDays, 'start' | 'end'>,
): Promise<{ count: number; open: number } | null> {
  if (!brokerage) return null;
  try {
    const { breaks, count } = await compareDay(sql, readBrokerageBook(brokerage), day);
    const noted = await sql.query<{ reference: string; break: string }>(
      'SELECT DISTINCT reference, break FROM reconciliation_notes WHERE reference = ANY ($1)',
      [breaks.map(({ reference }) => reference)],
    );
    const resolved = breaks.filter((each) =>
      noted.some((note) => note.reference === each.reference && note.break === each.kind),
    );
    return { count, open: count - resolved.length };
  } catch (error) {
    if (!(error instanceof BookUnread)) throw error;
    return null;
  }
}
