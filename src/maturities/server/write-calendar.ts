import ical, { ICalEventTransparency } from 'ical-generator';
import { micros } from '#money/money.ts';
import { writeUsd } from '#money/write-usd.ts';
import { type Language, localeOf } from '#platform/languages.ts';
import { shownReturn, withheldTax } from '#positions/promised-profit.ts';
import { isFixed, registry, wireName } from '#positions/registry.ts';
import type { Position } from '#positions/server/position-store.ts';

/** What the calendar's words are made of. */
export interface CalendarWords {
  language: Language;
  /** A text of this folder. */
  translate: (key: string, values?: Record<string, string>) => string;
  /** Where the customer sees the same. */
  page: string;
  isSandbox: boolean;
}

/** Calendar programs ask again about this often. */
const hoursBetweenReads = 6;

/**
 * What runs, as RFC 5545 has it: an event a position at the moment it comes back, under the position's own id, so that it
 * is the same event however often it is read. Product, amount and date, and nothing about whose they are.
 */
export function writeCalendar(maturities: readonly Position[], words: CalendarWords): string {
  const { translate, page, isSandbox, language } = words;
  const calendar = ical({
    name: translate(isSandbox ? 'feed.sandboxName' : 'feed.name'),
    prodId: { company: 'lastro', product: 'maturities', language: language.toUpperCase() },
    ttl: hoursBetweenReads * 3600,
  });
  for (const maturity of maturities) {
    calendar.createEvent({
      id: maturity.id,
      start: maturity.endsAt,
      // Nothing that is written here changes after the opening.
      stamp: maturity.startedAt,
      ...describe(maturity, words),
      url: page,
      // It takes nobody's time.
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  return calendar.toString();
}

/** A result so far is not written: it would be wrong by the next operation, and calendars are read hours later. */
function describe(
  { product, amount, promised, result, taxRate }: Position,
  { translate, language }: CalendarWords,
): { summary: string; description: string } {
  const profit = micros(promised + result);
  const locale = localeOf(language);
  const values = {
    product: translate(`products.${wireName(product)}`),
    amount: writeUsd(amount, locale),
    profit: writeUsd(profit, locale),
    withheld: writeUsd(withheldTax(promised, taxRate), locale),
    total: writeUsd(shownReturn(amount, profit, taxRate), locale),
  };
  const kind = isFixed(product)
    ? taxRate === null
      ? 'promised'
      : 'taxed'
    : registry[product].source === 'zord'
      ? 'wallet'
      : 'open';
  return { summary: translate(`feed.${kind}.title`, values), description: translate(`feed.${kind}.text`, values) };
}
