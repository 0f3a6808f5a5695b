import type { CustomerAccount } from '#ledger/journal.ts';
import { type Micros, sum } from '#money/money.ts';
import { wholeCents } from '#money/shown.ts';
import {
  type AccountOfYear,
  accountsOfYear,
  type AwardKind,
  awardsOfYear,
  feesOfYear,
  type Figure,
  productsOfYear,
  reversedTransfersOfYear,
  taxesOfYear,
  type Settled,
  together,
  type TransfersOfYear,
  transfersOfYear,
} from '../year-figures.ts';
import type { YearRecord } from './read-year.ts';
import type { YearWords } from './year-words.ts';

/** A figure with its label. `shown` is the printed amount, `amount` the exact one in micro-dollars. */
export interface Row {
  label: string;
  detail: string;
  amount: Micros;
  shown: Micros;
  /** Null for rows without entries: the opening and closing balances. */
  figure: Figure | null;
  settled?: Settled;
  /** True for a balance, or for the sum of the rows before it. */
  isTotal?: boolean;
  /** Printed with its sign. */
  isChange?: boolean;
}

export interface Table {
  title: string;
  rows: Row[];
}

export type SectionName = 'transfers' | 'products' | 'network' | 'fees' | 'taxes' | 'movements';
export interface Section {
  name: SectionName;
  tables: Table[];
}

/** An account's opening and closing balance and its total inflow and outflow, as displayed. */
export interface Overview {
  account: CustomerAccount;
  opening: Micros;
  inward: Micros;
  outward: Micros;
  closing: Micros;
}

export interface YearSheet {
  accounts: AccountOfYear[];
  overview: Overview[];
  sections: Section[];
}

/** Lays out the whole document in the customer's language, for paper and for spreadsheets. */
export function layOutYear(record: YearRecord, words: YearWords): YearSheet {
  const { groups } = record;
  const accounts = accountsOfYear(groups, record.opening, record.closing);
  const closing = words.t(record.until ? 'rows.closingNow' : 'rows.closing');
  const sections: Section[] = [
    { name: 'transfers', tables: transferTables(record, words) },
    { name: 'products', tables: productTables(record, words) },
    { name: 'network', tables: networkTables(record, words) },
    { name: 'fees', tables: feeTables(record, words) },
    ...taxSections(record, words),
    { name: 'movements', tables: accounts.filter(isUsed).map((account) => accountTable(account, closing, words)) },
  ];
  return { accounts, overview: accounts.map(overviewOf), sections };
}

function isUsed({ opening, lines }: AccountOfYear): boolean {
  return opening !== 0n || lines.length > 0;
}

function overviewOf({ account, opening, lines, closing }: AccountOfYear): Overview {
  const shown = lines.map((line) => line.shown);
  return {
    account,
    opening: wholeCents(opening),
    inward: sum(shown.filter((amount) => amount > 0n)),
    outward: sum(shown.filter((amount) => amount < 0n)),
    closing: wholeCents(closing),
  };
}

function rowOf(label: string, figure: Figure | null, more: Partial<Row> = {}): Row[] {
  return figure ? [{ label, detail: '', amount: figure.amount, shown: figure.shown, figure, ...more }] : [];
}

/** Corrections follow what they correct, so each total is what came and what went after all. */
function transferTables({ groups }: YearRecord, { t, describeSettled, currency, event }: YearWords): Table[] {
  const transfers = transfersOfYear(groups);
  const direction = (of: TransfersOfYear['direction']) => transfers.filter((each) => each.direction === of);
  const reversed = (of: TransfersOfYear['direction']): Row[] =>
    reversedTransfersOfYear(groups)
      .filter((each) => each.direction === of)
      .flatMap(({ kind, figure }) => rowOf(event({ kind }), figure));
  const brought = direction('brought').flatMap(({ settled, figure }) =>
    rowOf(t('rows.brought', { currency: currency(settled) }), figure, { detail: describeSettled(settled), settled }),
  );
  const withdrawn = direction('withdrawn').flatMap(({ settled, figure, fee }) => [
    ...rowOf(t('rows.withdrawn', { currency: currency(settled) }), figure, {
      detail: describeSettled(settled),
      settled,
    }),
    ...rowOf(t('rows.withdrawalFee', { currency: currency(settled) }), fee),
  ]);
  return [
    tableOf('', [...brought, ...reversed('brought')], t('rows.broughtTotal')),
    tableOf('', [...withdrawn, ...reversed('withdrawn')], t('rows.withdrawnTotal')),
  ].filter(({ rows }) => rows.length > 0);
}

/** Rows followed by their total. */
function tableOf(title: string, rows: Row[], total: string): Table {
  const whole = together(rows.map(({ figure }) => figure));
  const changes = rows.map((row) => ({ ...row, isChange: true }));
  return { title, rows: [...changes, ...rowOf(total, whole, { isTotal: true, isChange: true })] };
}

function productTables({ groups }: YearRecord, { t, product }: YearWords): Table[] {
  return productsOfYear(groups).map((each) => ({
    title: product(each.product),
    rows: [
      ...rowOf(t('rows.opened'), each.opened),
      ...rowOf(t('rows.cameBack'), each.cameBack),
      ...rowOf(t('rows.profit'), each.profit, { isChange: true }),
      ...rowOf(t('rows.loss'), each.loss, { isChange: true }),
      ...rowOf(t('rows.fee'), each.fee, { isChange: true }),
      ...rowOf(t('rows.result'), each.result, { isTotal: true, isChange: true }),
    ],
  }));
}

function networkTables({ groups }: YearRecord, { t, event }: YearWords): Table[] {
  const name = (kind: AwardKind): string => {
    if (kind === 'network_bonus') return t('rows.bonus');
    return kind === 'network_residual' ? t('rows.residual') : event({ kind });
  };
  const rows = awardsOfYear(groups).flatMap(({ kind, figure }) => rowOf(name(kind), figure));
  return rows.length === 0 ? [] : [tableOf('', rows, t('rows.awards'))];
}

function feeTables({ groups }: YearRecord, { t, feeOf }: YearWords): Table[] {
  const rows = feesOfYear(groups).flatMap(({ kind, figure }) => rowOf(feeOf(kind), figure));
  return rows.length === 0 ? [] : [tableOf('', rows, t('rows.feesTotal'))];
}

/** The document does not mention taxes if nothing was ever withheld. */
function taxSections({ groups }: YearRecord, { t, event }: YearWords): Section[] {
  const rows = taxesOfYear(groups).flatMap(({ kind, figure }) => rowOf(event({ kind }), figure));
  return rows.length === 0 ? [] : [{ name: 'taxes', tables: [tableOf('', rows, t('rows.taxesTotal'))] }];
}

function accountTable(
  { account, opening, lines, closing }: AccountOfYear,
  closingLabel: string,
  words: YearWords,
): Table {
  const { t, accountName, event, counterpart } = words;
  const holding = (label: string, amount: Micros): Row => ({
    label,
    detail: '',
    amount,
    shown: wholeCents(amount),
    figure: null,
    isTotal: true,
  });
  return {
    title: accountName(account),
    rows: [
      holding(t('rows.opening'), opening),
      ...lines.flatMap((line) =>
        rowOf(event(line.group), line, { detail: counterpart(line.group, account), isChange: true }),
      ),
      holding(closingLabel, closing),
    ],
  };
}
