import explained from '#explanations/messages/pt-BR.json';
import type { CustomerAccount } from '#ledger/journal.ts';
import { type Micros, toJsonNumber } from '#money/money.ts';
import { usdWriter } from '#money/write-usd.ts';
import { type Language, localeOf } from '#platform/languages.ts';
import type { Translate } from '#http/server/http.ts';
import { type Product, productOfKind } from '#positions/registry.ts';
import { type DocumentWords, documentWords } from './document-words.ts';
import type { EntryGroup, Settled } from '../year-figures.ts';

/**
 * The document's texts and formats for amounts, dates and numbers in one language; things named elsewhere in the product keep that name
 * here.
 */
export interface YearWords {
  language: Language;
  /** The house's: of its days and of every time shown. */
  zone: string;
  t: DocumentWords;
  usd: (amount: Micros, isChange?: boolean) => string;
  number: (value: number) => string;
  year: (value: number) => string;
  day: (at: Date) => string;
  moment: (at: Date) => string;
  currency: (settled: Settled) => string;
  /** The amount that came or went in its own currency, and the rates. */
  describeSettled: (settled: Settled) => string;
  product: (product: Product) => string;
  accountName: (account: CustomerAccount) => string;
  /** The name of what happened. */
  event: (group: Pick<EntryGroup, 'kind'>) => string;
  /** The other side of a movement, seen from an account: its source or destination. */
  counterpart: (group: EntryGroup, account: CustomerAccount) => string;
  feeOf: (kind: string) => string;
  sandbox: string;
}

const figures = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: 'always' } as const;
const reais = { ...figures, style: 'currency', currency: 'BRL', currencyDisplay: 'narrowSymbol' } as const;

export function yearWords(language: Language, translate: Translate, zone: string): YearWords {
  const t = documentWords(language);
  const locale = localeOf(language);
  const from = (folder: string, key: string): string => translate(language, folder, key, {});
  const dates = { timeZone: zone, day: 'numeric', month: 'long', year: 'numeric' } as const;
  const write = (format: Intl.NumberFormatOptions) => {
    const written = new Intl.NumberFormat(locale, format);
    return (value: number) => written.format(value);
  };
  const date = (format: Intl.DateTimeFormatOptions) => {
    const written = new Intl.DateTimeFormat(locale, format);
    return (at: Date) => written.format(at);
  };
  const rate = write({ ...reais, maximumFractionDigits: 4 });
  const settlers = { brl: write(reais), usdt: write({ ...figures, maximumFractionDigits: 6 }) };
  const product = (each: Product) => from('history', `receipt.kinds.${each}`);
  const event = (kind: string) =>
    from('explanations', `kinds.${Object.hasOwn(explained.kinds, kind) ? kind : 'other'}`);
  return {
    language,
    zone,
    t,
    usd: usdWriter(locale),
    number: write({ maximumFractionDigits: 0, useGrouping: 'always' }),
    year: write({ useGrouping: false }),
    day: date(dates),
    moment: date({ ...dates, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    currency: ({ currency }) => currency.toUpperCase(),
    describeSettled: ({ currency, net, lowestRate, highestRate }) => {
      const amount = toJsonNumber(net);
      if (currency !== 'brl') return `${settlers.usdt(amount)}\u00a0${currency.toUpperCase()}`;
      const [lowest, highest] = [lowestRate, highestRate].map((each) => rate(toJsonNumber(each))) as [string, string];
      return `${settlers.brl(amount)} · ${lowest === highest ? t('rate', { rate: lowest }) : t('rates', { lowest, highest })}`;
    },
    product,
    accountName: (account) => from('history', `accounts.${account}`),
    event: ({ kind }) => event(kind),
    counterpart: ({ kind, from: source, to, settled }, account) => {
      const other = source === account ? to : source;
      const ofProduct = productOfKind(kind);
      const name = other === 'invested' && ofProduct ? product(ofProduct) : from('history', `accounts.${other}`);
      const described = t(source === account ? 'toAccount' : 'fromAccount', { account: name });
      return settled ? `${described} · ${settled.currency.toUpperCase()}` : described;
    },
    feeOf: (kind) => {
      const left = productOfKind(kind);
      if (left) return t('fees.leaving', { product: product(left) });
      return kind === 'withdrawal_settled' ? t('rows.withdrawalFees') : event(kind);
    },
    sandbox: t('sandbox'),
  };
}
