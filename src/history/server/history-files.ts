import { presentLicence } from '#copytrade/server/present-licence.ts';
import type { Award } from '#network/contract.ts';
import { listAwards } from '#network/server/list-awards.ts';
import type { ReportedOperation } from '#operations/contract.ts';
import { payoutProduct } from '#payouts/contract.ts';
import { listOperations, presentOperation } from '#payouts/server/list-operations.ts';
import type { Language } from '#platform/languages.ts';
import type { Sql } from '#platform/server/database.ts';
import type { Translate } from '#platform/server/http.ts';
import type { Investor } from '#platform/server/investor.ts';
import type { Page } from '#platform/server/serve.ts';
import { listInvestments as listVaultInvestments } from '#primevault/server/list-investments.ts';
import { listInvestments as listBotInvestments } from '#primezord/server/list-investments.ts';
import { listPositions } from '#positions/server/list-positions.ts';
import { presentStake } from '#stakes/server/present-stake.ts';
import type { Transfer } from '#wallet/contract.ts';
import { listTransfers } from '#wallet/server/list-transfers.ts';
import type { FileQuery, StatementLine } from '../contract.ts';
import type { HistoryTab } from '../tabs.ts';
import { date, type FileColumn, figure, money, percent, status, type StatusOf, text } from './file-columns.ts';
import { readStatement } from './read-statement.ts';

/** Whose history, which part of it, and in which words. */
export interface ListRequest {
  investor: Investor;
  query: FileQuery & { limit: number; after: string | undefined };
  language: Language;
}

/** A history as a file: the very list that its screen reads, page by page, and what of each row is written. */
export interface HistoryFile<Row> {
  readPage: (sql: Sql, input: ListRequest, translate: Translate) => Promise<Page<Row>>;
  columns: FileColumn<Row>[];
}

interface Position {
  Id: string;
  Amount: number;
  Profit: number;
  Progress: number;
  Status: string;
}

const positions = <Row extends Position>(of: StatusOf, dateOf: (row: Row) => string): FileColumn<Row>[] => [
  date(dateOf),
  status(of),
  money('invested', ({ Amount }) => Amount),
  money('profit', ({ Profit }) => Profit),
  percent('progress', ({ Progress }) => Progress),
  text('reference', ({ Id }) => Id),
];

const started = (of: StatusOf) => positions<Position & { Start: string }>(of, ({ Start }) => Start);

const operations: FileColumn<ReportedOperation>[] = [
  date((row) => row.Date),
  text('asset', ({ Asset }) => Asset),
  text('pair', ({ Pair }) => Pair),
  text('product', ({ Product }, pen) => pen.translate(`product.${Product}`, 'operations')),
  percent('payout', ({ Payout }) => Payout),
  money('profit', ({ Profit }) => Profit),
  // What the sandbox made up says so in the file as on the screen (H3).
  text('notes', ({ Source }, pen) => (Source === 'sandbox' ? pen.translate('fromSandbox', 'platform') : '')),
];

const withdrawals: FileColumn<Transfer>[] = [
  date((row) => row.Date),
  status('withdrawal'),
  money('value', ({ Amount }) => Amount),
  money('fee', ({ Fee }) => Fee),
  figure('net', ({ Net }) => Net),
  text('currency', ({ Currency }) => Currency.toUpperCase()),
  text('notes', ({ Notes }) => Notes),
];

const awards: FileColumn<Award>[] = [
  date((row) => row.Date),
  text('description', ({ Description }) => Description),
  text('source', ({ Source }) => Source),
  text('reference', ({ Reference }) => Reference),
  money('total', ({ Total }) => Total),
  percent('percentage', ({ Percentage }) => Percentage),
  money('value', ({ Value }) => Value),
  text('notes', ({ Notes }) => Notes),
];

const statement: FileColumn<StatementLine>[] = [
  date((row) => row.Date),
  text('description', ({ Description }) => Description),
  text('reference', ({ Reference }) => Reference ?? ''),
  money('value', ({ Amount }) => Amount),
  money('balance', ({ Balance }) => Balance),
];

const awardsOf = (kind: 'bonus' | 'residual'): HistoryFile<Award> => ({
  readPage: (sql, input, translate) =>
    listAwards(sql, input, kind, (key, values) => translate(input.language, 'network', key, values)),
  columns: awards,
});

const file = <Row>(of: HistoryFile<Row>): HistoryFile<Row> => of;

export const historyFiles = {
  copytrade: file({
    readPage: (sql, input) => listPositions(sql, 'copytrade', input, presentLicence),
    columns: started('copytrade'),
  }),
  stakes: file({
    readPage: (sql, input) => listPositions(sql, 'stake', input, presentStake),
    columns: started('stake'),
  }),
  primezord: file({
    readPage: listBotInvestments,
    columns: positions<Position & { Date: string }>('primezord', (row) => row.Date),
  }),
  vault: file({
    readPage: (sql, { investor, query }) => listVaultInvestments(sql, { investor, query: { ...query, order: 'none' } }),
    columns: started('vault'),
  }),
  operations: file({
    readPage: (sql, input) =>
      listOperations(sql, input, payoutProduct.options, (row) => ({ ...presentOperation(row), Product: row.product })),
    columns: operations,
  }),
  withdrawals: file({
    readPage: (sql, { investor, query, language }, translate) =>
      listTransfers(sql, { investor, query: { ...query, direction: 'withdrawal' } }, (note, values) =>
        translate(language, 'wallet', `notes.${note}`, values),
      ),
    columns: withdrawals,
  }),
  bonus: awardsOf('bonus'),
  residual: awardsOf('residual'),
  statement: file({ readPage: readStatement, columns: statement }),
} satisfies Record<HistoryTab, unknown>;
