import { byteOrderMark, type Decimal, fileForms, writeCsvLine, writeDecimal } from '#history/csv.ts';
import { type Micros, toDecimal } from '#money/money.ts';
import type { Row, YearSheet } from './lay-out-year.ts';
import { type Issue, periodOf } from './print-year.ts';
import type { YearRecord } from './read-year.ts';
import type { YearWords } from './year-words.ts';

/**
 * Writes the figures of the paper version, one per line, exact to the micro-dollar; other data (the customer, the fingerprint) comes last.
 */
export function writeYearCsv(
  record: YearRecord,
  sheet: YearSheet,
  words: YearWords,
  { issue, decimal = fileForms[words.language].decimal }: { issue: Issue; decimal: Decimal | undefined },
): string {
  const { t } = words;
  const write = (...cells: string[]): string => writeCsvLine(cells, decimal);
  const exact = (amount: Micros): string => writeDecimal(toDecimal(amount), decimal);
  const line = (section: string, account: string, { label, detail, amount, figure, settled }: Row): string =>
    write(
      section,
      account,
      label,
      detail,
      figure ? String(figure.entries) : '',
      figure?.first ?? '',
      figure?.last ?? '',
      exact(amount),
      settled ? words.currency(settled) : '',
      settled ? exact(settled.net) : '',
      settled ? exact(settled.lowestRate) : '',
      settled ? exact(settled.highestRate) : '',
    );
  const about = (label: string, value: string): string =>
    write(t('sections.document'), '', label, value, '', '', '', '', '', '', '', '');
  const names = [
    'section',
    'account',
    'what',
    'detail',
    'entries',
    'first',
    'last',
    'amount',
    'currency',
    'net',
    'lowest',
    'highest',
  ] as const;
  return [
    byteOrderMark +
      write(...names.map((name) => (name === 'amount' ? `${t('columns.amount')} (USD)` : t(`columns.${name}`)))),
    ...sheet.sections.flatMap(({ name, tables }) =>
      tables.flatMap(({ title, rows }) => rows.map((row) => line(t(`sections.${name}`), title, row))),
    ),
    about(
      t('title', { year: words.year(record.year) }),
      record.until ? t('until', { date: words.moment(record.until) }) : periodOf(record, words),
    ),
    about(t('facts.customer'), record.customer.name),
    about(t('facts.email'), record.customer.email),
    about(t('facts.issued'), words.moment(issue.at)),
    about(t('facts.days'), words.zone),
    about(t('sections.fingerprint'), record.chain ? record.chain.hash : t('noChain')),
    ...(issue.isSandbox ? [about('', words.sandbox)] : []),
  ].join('');
}
