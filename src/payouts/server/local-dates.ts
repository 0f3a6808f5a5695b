import { isDay } from '#platform/read-moment.ts';
import { shownAt } from '#platform/server/span.ts';
import type { DateOrder } from '../date-orders.ts';
import type { LineProblem } from '../line-problems.ts';
import type { NumberedLine } from './read-feed-csv.ts';

/** A day and a time as a spreadsheet shows them, without a zone: 25/11/2026 14:30, 25.11.2026 14:30:05, 2026-11-25 14:30. */
const local = /^(\d{1,4})([/.-])(\d{1,2})\2(\d{1,4})(?:,? +)(\d{1,2}):(\d{2})(?::(\d{2}))?$/;
/** Cells that hold an instant; not every feed has each. */
const dateCells = ['date', 'opened'] as const;

interface LocalTime {
  year: string;
  /** The day and the month, as they come; a year in front says that the month comes first. */
  first: string;
  second: string;
  time: string;
  /** Null where either may be the day. */
  order: DateOrder | null;
}

/**
 * Reads dates without a zone as the wall clock of the house's, and writes them as instants. Whether the day or the month comes first is the
 * same throughout a file: any date that can only be read one way says it, or else whoever imports it has to. What cannot be read is
 * left to the line's reader.
 */
export function readLocalDates(lines: readonly NumberedLine[], zone: string, said: DateOrder | null): NumberedLine[] {
  const proofs = new Set(lines.flatMap(({ cells }) => timesOf(cells).flatMap((time) => proofOf(time) ?? [])));
  const [proof] = proofs.size === 1 ? proofs : [];
  const order = said ?? proof ?? null;
  return lines.map((line) => {
    let read = line;
    for (const name of dateCells) {
      const time = parse(cellOf(line.cells, name));
      if (!time || !read.cells || read.problem) continue;
      const at = instantOf(time, order, zone);
      if (at instanceof Date) read = { ...read, cells: { ...read.cells, [name]: at.toISOString() } };
      else if (at) read = { ...read, problem: at };
    }
    return read;
  });
}

function cellOf(cells: NumberedLine['cells'], name: (typeof dateCells)[number]): string {
  return (cells as Partial<Record<string, string>> | null)?.[name] ?? '';
}

function timesOf(cells: NumberedLine['cells']): LocalTime[] {
  return dateCells.flatMap((name) => parse(cellOf(cells, name)) ?? []);
}

function parse(text: string): LocalTime | null {
  const [, one = '', mark, two = '', three = '', hour = '', minute, second = '00'] = local.exec(text) ?? [];
  const time = `${hour.padStart(2, '0')}:${minute}:${second}`;
  if (one.length === 4) return { year: one, first: two, second: three, time, order: 'month-first' };
  if (three.length !== 4) return null;
  return { year: three, first: one, second: two, time, order: mark === '.' ? 'day-first' : null };
}

/** Which order a date can only have; undefined where it has its own, or may have either. */
function proofOf({ first, second, order }: LocalTime): DateOrder | undefined {
  if (order !== null) return undefined;
  if (Number(first) > 12 && Number(second) <= 12) return 'day-first';
  return Number(second) > 12 && Number(first) <= 12 ? 'month-first' : undefined;
}

/** Null for a day or a time that does not exist. */
function instantOf(
  { year, first, second, time, order: own }: LocalTime,
  said: DateOrder | null,
  zone: string,
): Date | LineProblem | null {
  const order = own ?? said ?? (Number(first) === Number(second) ? 'day-first' : null);
  if (Number(first) > 12 && Number(second) > 12) return null;
  if (order === null) return 'ambiguous_date';
  const [day, month] = order === 'day-first' ? [first, second] : [second, first];
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (!isDay(date) || Number.isNaN(Date.parse(`${date}T${time}Z`))) return null;
  const [at, again] = shownAt(`${date}T${time}`, zone);
  return at === undefined || again !== undefined ? 'ambiguous_time' : at;
}
