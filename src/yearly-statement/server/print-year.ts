import { directionOf, type Language } from '#platform/languages.ts';
import { furtherFamilies } from './fonts-for.ts';
import type { Row, Section, YearSheet } from './lay-out-year.ts';
import type { YearRecord } from './read-year.ts';
import type { YearWords } from './year-words.ts';
import { yearSpan } from './year-span.ts';

/**
 * All the data of a printed document, a customer's year or the house's day; its layout is in statement-template.ts. Plain text only: nothing
 * here is markup.
 */
export interface PrintedYear {
  language: string;
  region: string | null;
  isRightToLeft: boolean;
  fonts: string[];
  /** Stands for letters that no font has. */
  unprintable: string;
  brand: string;
  sandbox: string | null;
  title: string;
  period: string;
  /** Marks a year that is not over yet. */
  until: string | null;
  untilNote: string | null;
  facts: { label: string; value: string; isCode: boolean }[];
  overview: { title: string; head: string[]; rows: string[][] };
  head: string[];
  /** `§` and `¤` stand for the first and the last entry. */
  place: string;
  sections: { title: string; tables: { title: string; rows: PrintedRow[] }[] }[];
  none: string;
  /** Only of a customer's year. */
  fingerprint: { title: string; text: string; hash: string | null } | null;
  notes: string[];
  /** `§` and `¤` stand for the page number and the page count. */
  page: string;
  digits: string[];
  issued: { year: number; month: number; day: number; hour: number; minute: number; second: number };
}

interface PrintedRow {
  label: string;
  detail: string;
  entries: string;
  first: string;
  last: string;
  /** Links to the receipts of the first and last entry; null if there are none. */
  links: [string, string] | null;
  amount: string;
  isTotal: boolean;
}

export interface Issue {
  brand: string;
  publicUrl: string;
  isSandbox: boolean;
  /** When the document is generated. */
  at: Date;
}

/** The language's own script first, then the others: a customer's name may be in any of them. */
const fonts: Record<Language, string[]> = {
  'pt-BR': ['Inter', 'Vazirmatn'],
  en: ['Inter', 'Vazirmatn'],
  es: ['Inter', 'Vazirmatn'],
  'zh-CN': ['Inter', 'Noto Sans Hans', 'Vazirmatn'],
  fa: ['Vazirmatn', 'Inter'],
};

export const fontsOf = (language: Language): string[] => [...fonts[language], ...furtherFamilies];

export function printYear(record: YearRecord, sheet: YearSheet, words: YearWords, issue: Issue): PrintedYear {
  const { t, usd, language, accountName } = words;
  const [primary = '', region = null] = language.split('-');
  const until = record.until && words.moment(record.until);
  return {
    language: primary,
    region: region && region.toLowerCase(),
    isRightToLeft: directionOf(language) === 'rtl',
    fonts: fontsOf(language),
    unprintable: t('unprintable'),
    brand: issue.brand,
    sandbox: issue.isSandbox ? words.sandbox : null,
    title: t('title', { year: words.year(record.year) }),
    period: periodOf(record, words),
    until: until && t('until', { date: until }),
    untilNote: until && t('untilNote', { date: until }),
    facts: factsOf(record, words, issue),
    overview: {
      title: t('sections.accounts'),
      head: [
        t('columns.account'),
        t('columns.opening'),
        t('columns.inward'),
        t('columns.outward'),
        t('columns.closing'),
      ],
      rows: sheet.overview.map(({ account, opening, inward, outward, closing }) => [
        accountName(account),
        usd(opening),
        usd(inward, true),
        usd(outward, true),
        usd(closing),
      ]),
    },
    head: [t('columns.what'), t('columns.entries'), t('columns.place'), t('columns.amount')],
    place: t('place', { first: '§', last: '¤' }),
    sections: sheet.sections.map((section) => printSection(section, words, issue)),
    none: t('none'),
    fingerprint: {
      title: t('sections.fingerprint'),
      text: record.chain ? t('fingerprint', { number: String(record.chain.number) }) : t('noChain'),
      hash: record.chain && record.chain.hash,
    },
    notes: [t('notes.place'), t('notes.cents'), t('notes.promised')],
    page: t('page', { page: '§', pages: '¤' }),
    digits: Array.from({ length: 10 }, (_, digit) => words.number(digit)),
    issued: asIssued(issue.at),
  };
}

export function periodOf({ year }: YearRecord, { t, day, zone }: YearWords): string {
  const { start, end } = yearSpan(zone, year);
  return t('period', { start: day(start), end: day(new Date(end.getTime() - 1)) });
}

function factsOf({ customer }: YearRecord, { t, moment, zone }: YearWords, { at }: Issue): PrintedYear['facts'] {
  return [
    { label: t('facts.customer'), value: customer.name, isCode: false },
    { label: t('facts.email'), value: customer.email, isCode: true },
    { label: t('facts.issued'), value: moment(at), isCode: false },
    { label: t('facts.days'), value: zone, isCode: true },
  ];
}

function printSection({ name, tables }: Section, words: YearWords, issue: Issue): PrintedYear['sections'][number] {
  const printed = tables.map(({ title, rows }) => ({ title, rows: rows.map((row) => printRow(row, words, issue)) }));
  return { title: words.t(`sections.${name}`), tables: printed };
}

function printRow(
  { label, detail, figure, shown, isChange, isTotal = false }: Row,
  words: YearWords,
  issue: Issue,
): PrintedRow {
  const receipt = (id: string): string => `${issue.publicUrl}/history?tab=statement&receipt=${id}`;
  return {
    label,
    detail,
    entries: figure ? words.number(figure.entries) : '',
    first: figure?.first ?? '',
    last: figure?.last ?? '',
    links: figure?.hasReceipts ? [receipt(figure.first), receipt(figure.last)] : null,
    amount: words.usd(shown, isChange),
    isTotal,
  };
}

/** The instant of issue, as a document keeps it. */
export function asIssued(at: Date): PrintedYear['issued'] {
  return {
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
    second: at.getUTCSeconds(),
  };
}
