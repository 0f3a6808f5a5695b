import { amountOf } from '#money/amount.ts';
import type { Award } from '#network/contract.ts';
import { listAwards } from '#network/server/list-awards.ts';
import type { ReportedOperation } from '#operations/contract.ts';
import { payoutProduct } from '#payouts/contract.ts';
import { listOperations, presentOperation } from '#payouts/server/list-operations.ts';
import type { Language } from '#platform/languages.ts';
import type { Sql } from '#database/server/database.ts';
import type { Translate } from '#http/server/http.ts';
import type { Investor } from '#http/server/investor.ts';
import type { Page } from '#http/server/serve.ts';
import { requireBot } from '#primezord/server/require-bot.ts';
import { type Product, type ProductTraits, registry, stateOf, wireName } from '#positions/registry.ts';
import { listPositions, type Narrowed } from '#positions/server/list-positions.ts';
import { type PresentedPosition, presentPosition } from '#positions/server/present-position.ts';
import type { Transfer, TransferDirection } from '#wallet/contract.ts';
import { listTransfers } from '#wallet/server/list-transfers.ts';
import type { FileQuery, StatementLine } from '../contract.ts';
import { byTab, type HistoryTab } from '../tabs.ts';
import { date, type FileColumn, figure, moment, money, percent, status, text } from './file-columns.ts';
import { readStatement } from './read-statement.ts';

/** Whose history, which part of it, and in which language. */
export interface ListRequest {
  investor: Investor;
  query: FileQuery & { limit: number; after: string | undefined };
  language: Language;
}

/** A history as a file: the same list that its screen reads, page by page, and the columns written for each row. */
export interface HistoryFile<Row> {
  readPage: (sql: Sql, input: ListRequest, translate: Translate) => Promise<Page<Row>>;
  columns: FileColumn<Row>[];
}

const positions = (product: Product): HistoryFile<PresentedPosition<Product>> => ({
  readPage: async (sql, input) => {
    const [page] = await Promise.all([
      listPositions(
        sql,
        product,
        input,
        (position, now) => presentPosition(product, position, now),
        narrowedBy(product, input.query),
      ),
      // The bot's wallet is only for customers who have the bot, and so are the products funded from it (Z4).
      registry[product].source === 'zord' && requireBot(sql, input.investor.id),
    ]);
    return page;
  },
  columns: [
    date(({ Start }) => Start),
    status(wireName(product)),
    money('invested', ({ Amount }) => Amount),
    money('profit', ({ Profit }) => Profit),
    percent('progress', ({ Progress }) => Progress),
    text('reference', ({ Id }) => Id),
  ],
});

function narrowedBy(product: Product, { status, min, max }: FileQuery): Narrowed {
  const { history }: ProductTraits = registry[product];
  if (!history.isNarrowed) return {};
  return {
    state: (status !== 'all' && stateOf(product, status)) || undefined,
    least: min === undefined ? undefined : amountOf(min),
    most: max === undefined ? undefined : amountOf(max),
  };
}

const operations: FileColumn<ReportedOperation>[] = [
  date((row) => row.Date),
  moment('opened', ({ Opened }) => Opened),
  text('asset', ({ Asset }) => Asset),
  text('pair', ({ Pair }) => Pair),
  text('product', ({ Product }, pen) => pen.translate(`product.${Product}`, 'operations')),
  percent('payout', ({ Payout }) => Payout),
  money('profit', ({ Profit }) => Profit),
  // Sandbox data is marked as such in the file as on the screen (H3).
  text('notes', ({ Source }, pen) => (Source === 'sandbox' ? pen.translate('fromSandbox', 'payouts') : '')),
];

const withdrawals: FileColumn<Transfer>[] = [
  date((row) => row.Date),
  status('transfer'),
  money('value', ({ Amount }) => Amount),
  money('fee', ({ Fee }) => Fee),
  figure('net', ({ Net }) => Net),
  text('currency', ({ Currency }) => Currency.toUpperCase()),
  text('notes', ({ Notes }) => Notes),
];

const deposits: FileColumn<Transfer>[] = [
  date((row) => row.Date),
  status('transfer'),
  money('value', ({ Amount }) => Amount),
  figure('paid', ({ Net }) => Net),
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

const transfersOf = (direction: TransferDirection, columns: FileColumn<Transfer>[]): HistoryFile<Transfer> => ({
  readPage: (sql, { investor, query, language }, translate) =>
    listTransfers(sql, { investor, query: { ...query, direction } }, (note, values) =>
      translate(language, 'wallet', `notes.${note}`, values),
    ),
  columns,
});

const file = <Row>(of: HistoryFile<Row>): HistoryFile<Row> => of;

export const historyFiles = {
  ...byTab(positions),
  operations: file({
    readPage: (sql, input) =>
      listOperations(sql, input, payoutProduct.options, (row) => ({ ...presentOperation(row), Product: row.product })),
    columns: operations,
  }),
  deposits: transfersOf('deposit', deposits),
  withdrawals: transfersOf('withdrawal', withdrawals),
  bonus: awardsOf('bonus'),
  residual: awardsOf('residual'),
  statement: file({ readPage: readStatement, columns: statement }),
} satisfies Record<HistoryTab, unknown>;
