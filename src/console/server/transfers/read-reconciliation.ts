import { boundsOfDays } from '#platform/server/span.ts';
import { readHouseZone } from '#settings/server/house-zone.ts';
import { micros, toJsonNumber, usd } from '#money/money.ts';
import type { Lastro } from '#operator/server/command.ts';
import type { Database } from '#database/server/database.ts';
import type { BookedAtBrokerage } from '#wallet/server/read-brokerage-book.ts';
import { BookUnread, readBrokerageBook } from '#wallet/server/read-brokerage-book.ts';
import { compareDay, type ComparedDay, type DayTotal } from '#wallet/server/compare-day.ts';
import type { TransferRecord } from '#wallet/server/transfer-store.ts';
import type { Reconciliation } from '#console/transfers-contract.ts';

interface NoteRow {
  reference: string;
  break: string;
  note: string;
  journal: string | null;
  written_by: string;
  written_at: Date;
}

/** Compares a day of the two books. Without the brokerage's book it says so, instead of claiming that all is well. */
export async function readReconciliation(
  db: Database,
  brokerage: Lastro['brokerage'],
  day: string,
): Promise<Reconciliation> {
  const nothing = { Day: day, Compared: false, Ours: [], Theirs: [], Count: 0, Breaks: [], Detail: null };
  if (!brokerage) return { ...nothing, Why: 'no_brokerage' };
  try {
    const compared = await compareDay(db, readBrokerageBook(brokerage), boundsOfDays(await readHouseZone(db), day));
    return await present(db, day, compared);
  } catch (error) {
    if (!(error instanceof BookUnread)) throw error;
    return { ...nothing, Why: 'unread', Detail: error.message };
  }
}

async function present(db: Database, day: string, compared: ComparedDay): Promise<Reconciliation> {
  const notes = await db.query<NoteRow & Record<string, unknown>>(
    `SELECT reference, break, note, journal, written_by, written_at FROM reconciliation_notes
     WHERE reference = ANY ($1) ORDER BY written_at`,
    [compared.breaks.map(({ reference }) => reference)],
  );
  return {
    Day: day,
    Compared: true,
    Why: null,
    Detail: null,
    Ours: compared.ours.map(presentTotal),
    Theirs: compared.theirs.map(presentTotal),
    Count: compared.count,
    Breaks: compared.breaks.map(({ reference, kind, ours, theirs }) => {
      // A note on another break of the same transfer does not explain this one.
      const own = notes.filter((note) => note.reference === reference && note.break === kind);
      return {
        Reference: reference,
        Kind: kind,
        Transfer: ours?.id ?? null,
        Ours: ours && presentOurs(ours),
        Theirs: theirs && presentTheirs(theirs),
        Resolved: own.length > 0,
        Notes: own.map(({ note, journal, written_by, written_at }) => ({
          Note: note,
          Journal: journal,
          By: written_by,
          At: written_at.toISOString(),
        })),
      };
    }),
  };
}

function presentTotal({ direction, currency, transfers, amount, settled }: DayTotal): Reconciliation['Ours'][number] {
  return {
    Direction: direction,
    Currency: currency,
    Transfers: transfers,
    Amount: toJsonNumber(amount),
    Settled: toJsonNumber(settled),
  };
}

function presentOurs({ direction, amount, fee, currency, net, state }: TransferRecord) {
  const left = micros(direction === 'withdrawal' ? amount - fee : amount);
  return { Amount: toJsonNumber(left), Currency: currency, Settled: toJsonNumber(net), State: state };
}

function presentTheirs({ amount, currency, settle_amount, status }: BookedAtBrokerage) {
  return {
    Amount: toJsonNumber(usd(amount)),
    Currency: currency === 'BRL' ? ('brl' as const) : ('usdt' as const),
    Settled: toJsonNumber(usd(settle_amount)),
    State: status,
  };
}
