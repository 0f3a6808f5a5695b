import { Readable } from 'node:stream';
import type { Database } from '#platform/server/database.ts';
import type { Translate } from '#platform/server/http.ts';
import type { Page } from '#platform/server/serve.ts';
import { writeCsvLine } from '../csv.ts';
import { type FileColumn, type Pen, takePen } from './file-columns.ts';
import type { FileWish, HistoryFile } from './history-files.ts';

const rowsAtOnce = 1000;
/** Spreadsheets tell UTF-8 by it. */
const byteOrderMark = '\uFEFF';

export type FileRequest = Omit<FileWish, 'query'> & { query: Omit<FileWish['query'], 'limit' | 'after'> };

/**
 * A history as a file, read page by page while it is sent: however long it is, it takes no more memory. The first page is read
 * before anything is answered, so that what is refused is refused as everywhere; a failure after that breaks the answer off,
 * and nobody takes half a history for the whole.
 */
export async function writeHistoryFile<Row>(
  db: Database,
  file: HistoryFile<Row>,
  request: FileRequest,
  translate: Translate,
): Promise<Readable> {
  const read = (after: string | undefined) =>
    file.readPage(db, { ...request, query: { ...request.query, limit: rowsAtOnce, after } }, translate);
  const pen = takePen(request.language, request.query.tz, request.query.decimal, translate);
  const first = await read(undefined);
  return Readable.from(writePages(first, read, file.columns, pen), { objectMode: false });
}

async function* writePages<Row>(
  first: Page<Row>,
  read: (after: string) => Promise<Page<Row>>,
  columns: readonly FileColumn<Row>[],
  pen: Pen,
): AsyncGenerator<string> {
  const titles = columns.map((column) => column.title(pen));
  yield byteOrderMark + writeCsvLine(titles, pen.decimal);
  for (let page = first; ; page = await read(page.next)) {
    if (page.rows.length > 0) yield page.rows.map((row) => writeRow(row, columns, pen)).join('');
    if (page.next === null) return;
  }
}

function writeRow<Row>(row: Row, columns: readonly FileColumn<Row>[], pen: Pen): string {
  return writeCsvLine(
    columns.map((column) => column.cell(row, pen)),
    pen.decimal,
  );
}
