import { PlainFailure } from '#platform/server/plain-failure.ts';
import type { LineProblem } from '../line-problems.ts';
import type { FeedLine } from './read-feed-line.ts';

export const feedColumns = ['date', 'asset', 'pair', 'payout', 'reference'] as const;
/** May be left out. */
const openingColumn = 'opened';

/** A line with its number in the file; `cells` is null if it does not have as many cells as the heading. */
export interface NumberedLine {
  line: number;
  cells: FeedLine | null;
  /** Why it cannot be read as it stands. */
  problem?: LineProblem;
  /** No operation: its date says until when the feed is complete. */
  completes?: true;
}

/**
 * Reads a feed as CSV (RFC 4180): a heading with the five columns, and perhaps that of the openings, in any order, then one line per operation. Blank lines are skipped. The last line may instead say until when the feed is complete: the words `complete until` and an instant. The
 * heading, or a line `sep=;` before it, shows whether cells are separated by commas, semicolons or tabs; payouts may have decimal commas, in
 * quotes where commas separate. A file that is not such a table is a plain failure; problems within a line are left to the
 * line's reader.
 */
export function readFeedCsv(text: string): NumberedLine[] {
  if (text.includes('\0')) throw new PlainFailure('It is not a text file: it contains a zero byte.');
  const marked = text.replace(/^\uFEFF/, '');
  const plain = marked.includes('\n') ? marked : marked.replaceAll('\r', '\n');
  const said = separatorLine.exec(plain);
  const separator = said ? (said[1] as Separator) : findSeparator(plain);
  const [heading, ...rows] = splitRows(plain, separator, said ? said[0].length : 0);
  const columns = heading?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  const isOpeningGiven = columns.includes(openingColumn);
  const expected = [...feedColumns, ...(isOpeningGiven ? [openingColumn] : [])];
  if (columns.toSorted().join() !== expected.toSorted().join()) {
    throw new PlainFailure(
      `The first line must name the columns: ${feedColumns.join(',')}; ${openingColumn} may be added.`,
    );
  }
  const lines = rows.map((row, at) => {
    const { line, cells } = row;
    if (saysCompletion.test(cells[0] ?? '')) return readCompletion(row, at === rows.length - 1);
    if (cells.length !== columns.length) return { line, cells: null };
    const cell = (name: string): string => (cells[columns.indexOf(name)] ?? '').trim();
    const [date, asset, pair] = [cell('date'), cell('asset'), cell('pair')];
    const opened = isOpeningGiven && { opened: cell(openingColumn) };
    return { line, cells: { date, ...opened, asset, pair, payout: cell('payout'), reference: cell('reference') } };
  });
  return readDecimalCommas(lines);
}

const saysCompletion = /^\s*complete until\s*$/i;

function readCompletion({ line, cells: [, until = '', ...rest] }: Row, isLast: boolean): NumberedLine {
  if (!isLast) throw new PlainFailure(`Line ${line}: only the last line may say until when the feed is complete.`);
  if (rest.some((cell) => cell.trim() !== '')) {
    throw new PlainFailure(`Line ${line}: after “complete until” there is one instant and nothing else.`);
  }
  return { line, cells: { date: until.trim(), asset: '', pair: '', payout: '', reference: '' }, completes: true };
}

type Separator = ',' | ';' | '\t';

/** By which a file tells Excel its separator. */
const separatorLine = /^"?sep=([,;\t])"?[,;\t]*\r?\n/i;

function findSeparator(text: string): Separator {
  const [heading = ''] = /^[^\r\n]*/.exec(text) ?? [];
  if (heading.includes(',')) return ',';
  return (['\t', ';'] as const).find((each) => heading.includes(each)) ?? ',';
}

const decimalComma = /^(-?\d+),(\d+)$/;

/** One file has one decimal mark: where both occur, one of them may separate thousands. */
function readDecimalCommas(lines: readonly NumberedLine[]): NumberedLine[] {
  const written = (mark: string): NumberedLine | undefined => lines.find(({ cells }) => cells?.payout.includes(mark));
  const [comma, point] = [written(','), written('.')];
  if (comma && point) {
    throw new PlainFailure(
      `Line ${comma.line} has a decimal comma and line ${point.line} a decimal point: use one of them.`,
    );
  }
  return lines.map(({ cells, ...line }) => ({
    ...line,
    cells: cells && { ...cells, payout: cells.payout.replace(decimalComma, '$1.$2') },
  }));
}

interface Row {
  /** The first line of the row in the file, counted from one. */
  line: number;
  cells: string[];
}

/** @param from where the heading begins; the separator's line before it counts as one */
function splitRows(text: string, separator: Separator, from: number): Row[] {
  const cell = new RegExp(`("[^"]*(?:""[^"]*)*"|[^"${separator}\\r\\n]*)(${separator}|\\r?\\n|$)`, 'y');
  const rows: Row[] = [];
  let line = from === 0 ? 1 : 2;
  let row: Row = { line, cells: [] };
  cell.lastIndex = from;
  while (cell.lastIndex < text.length || row.cells.length > 0) {
    const match = cell.exec(text);
    if (!match) throw new PlainFailure(`Line ${line}: an unmatched quotation mark, or one inside a cell.`);
    const [whole, written = '', end] = match;
    row.cells.push(written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written);
    line += whole.split('\n').length - 1;
    if (end === separator) continue;
    if (row.cells.some((each) => each.trim() !== '')) rows.push(row);
    row = { line, cells: [] };
  }
  return rows;
}
