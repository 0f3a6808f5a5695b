import { Readable } from 'node:stream';
import type { Language } from '#platform/languages.ts';
import { toDecimal } from '#money/money.ts';
import type { Sql } from '#platform/server/database.ts';
import type { Translate } from '#platform/server/http.ts';
import type { Investor } from '#platform/server/investor.ts';
import { readSpan } from '#platform/server/span.ts';
import type { StatementFileQuery } from '../contract.ts';
import { writeCsvLine, writeDecimal } from '../csv.ts';
import { describe } from './read-statement.ts';
import { newestId, type Posting, readPostings } from './statement-store.ts';

const pageSize = 1000;
/** Spreadsheets tell UTF-8 by it. */
const byteOrderMark = '\uFEFF';

interface Wish {
  investor: Investor;
  query: StatementFileQuery;
  language: Language;
}

/** The statement as a file, read page by page while it is sent: however long it is, it takes no more memory. */
export function writeStatementFile(sql: Sql, wish: Wish, translate: Translate): Readable {
  return Readable.from(lines(sql, wish, translate));
}

async function* lines(sql: Sql, { investor, query, language }: Wish, translate: Translate): AsyncGenerator<string> {
  const title = (key: string): string => translate(language, 'history', `file.${key}`, {});
  const titles = ['date', 'description', 'reference', 'amount', 'balance'].map(title);
  yield byteOrderMark + writeCsvLine(titles, query.decimal);
  const span = readSpan(query);
  for (let before = newestId; ;) {
    const postings = await readPostings(sql, investor.id, span, before, pageSize);
    if (postings.length > 0) {
      yield postings.map((posting) => writeLine(posting, { query, language, investor }, translate)).join('');
    }
    const last = postings.at(-1);
    if (!last || postings.length < pageSize) return;
    before = last.id;
  }
}

function writeLine(posting: Posting, { query, language }: Wish, translate: Translate): string {
  const cells = [
    posting.happenedAt.toISOString(),
    describe(posting, language, translate),
    posting.reference ?? '',
    writeDecimal(toDecimal(posting.amount), query.decimal),
    writeDecimal(toDecimal(posting.balance), query.decimal),
  ];
  return writeCsvLine(cells, query.decimal);
}
