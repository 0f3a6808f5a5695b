import ical, { ICalEventTransparency } from 'ical-generator';
import { micros } from '#money/money.ts';
import { writeUsd } from '#money/write-usd.ts';
import { type Language, localeOf } from '#platform/languages.ts';
import { shownReturn, withheldTax } from '#positions/promised-profit.ts';
import { isFixed, registry, wireName } from '#positions/registry.ts';
import type { Position } from '#positions/server/position-store.ts';

/** What the calendar's texts are built from. */
export interface CalendarWords {
  language: Language;
  /** Translates a text of this folder. */
  translate: (key: string, values?: Record<string, string>) => string;
  /** The page where the customer sees the same. */
  page: string;
  isSandbox: boolean;
}

/** How often calendar programs are told to refetch. */
const hoursBetweenReads = 6;

/**
 * Writes running positions as RFC 5545: one event per position at the time it comes back, under the position's own id, so that refetching
 * yields the same event. Contains product, amount and date, and nothing about the owner.
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
      // The event's content does not change after the position was opened.
      stamp: maturity.startedAt,
      ...describe(maturity, words),
      url: page,
      // Does not block time in the calendar.
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  return calendar.toString();
}

/** A result so far is left out: the next operation would make it wrong, and calendars are read hours later. */
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
