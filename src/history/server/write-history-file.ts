import { Readable } from 'node:stream';
import { setImmediate as anybodyElse } from 'node:timers/promises';
import type { Database } from '#database/server/database.ts';
import type { Translate } from '#http/server/http.ts';
import { byteOrderMark, writeCsvLine } from '../csv.ts';
import { type FileColumn, type Pen, takePen } from './file-columns.ts';
import type { ListRequest, HistoryFile } from './history-files.ts';

const rowsAtOnce = 1000;
/** Rows written before yielding to the event loop. */
const rowsAtATime = 250;
export type FileRequest = Omit<ListRequest, 'query'> & { query: Omit<ListRequest['query'], 'limit' | 'after'> };

export interface FileParts {
  translate: Translate;
  /** Makes each page wait for the reader's turn, so that others get theirs between two pages, however fast the file is downloaded. */
  takeTurn?: (<Result>(work: () => Promise<Result>) => Promise<Result>) | undefined;
  /** Where a page is read; by default the database. */
  read?: <Result>(page: (db: Database) => Promise<Result>) => Promise<Result>;
}

/**
 * Writes a history as a file, read page by page while it is sent, so memory use does not grow with its length. The first page is read
 * before the response starts, so refusals are sent as everywhere else. A later failure aborts the response, so that nobody mistakes half a
 * history for all of it.
 */
export async function writeHistoryFile<Row>(
  db: Database,
  file: HistoryFile<Row>,
  request: FileRequest,
  { translate, takeTurn = (work) => work(), read = (page) => page(db) }: FileParts,
): Promise<Readable> {
  const pen = takePen(request.language, request.query.tz, request.query.decimal, translate);
  const writePage = (after: string | undefined): Promise<WrittenPage> =>
    takeTurn(async () => {
      const query = { ...request.query, limit: rowsAtOnce, after };
      const { rows, next } = await read((from) => file.readPage(from, { ...request, query }, translate));
      return { texts: await writeRows(rows, file.columns, pen), next };
    });
  const titles = file.columns.map((column) => column.title(pen));
  const first = await writePage(undefined);
  return Readable.from(sendPages(byteOrderMark + writeCsvLine(titles, pen.decimal), first, writePage), {
    objectMode: false,
  });
}

interface WrittenPage {
  texts: string[];
  next: string | null;
}

async function* sendPages(
  titles: string,
  first: WrittenPage,
  writePage: (after: string) => Promise<WrittenPage>,
): AsyncGenerator<string> {
  yield titles;
  for (let page = first; ; page = await writePage(page.next)) {
    yield* page.texts;
    if (page.next === null) return;
  }
}

async function writeRows<Row>(rows: readonly Row[], columns: readonly FileColumn<Row>[], pen: Pen): Promise<string[]> {
  const texts: string[] = [];
  for (let at = 0; at < rows.length; at += rowsAtATime) {
    await anybodyElse();
    texts.push(
      rows
        .slice(at, at + rowsAtATime)
        .map((row) => writeRow(row, columns, pen))
        .join(''),
    );
  }
  return texts;
}

function writeRow<Row>(row: Row, columns: readonly FileColumn<Row>[], pen: Pen): string {
  return writeCsvLine(
    columns.map((column) => column.cell(row, pen)),
    pen.decimal,
  );
}
