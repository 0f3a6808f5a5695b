import type { EquityPoint } from '#dashboard/contract.ts';
import { splitUsd, usdFormat } from '#money/web/written-usd.ts';
import { type Language, localeOf } from '#platform/languages.ts';
import { afterPaint } from './when-parsed.ts';

/**
 * What there is in all, written where it will stand: as soon as it is answered, which on a slow phone is long before the application
 * has come. Whoever has nothing is shown something else there.
 *
 * @param address what was asked for early
 */
export async function showTotal(address: string, language: Language): Promise<void> {
  const made = makeFormat(localeOf(language));
  try {
    const answer = await window.earlyAnswers?.get(address)?.answer;
    // The application reads the answer itself.
    const days: EquityPoint[] = answer?.ok ? await answer.clone().json() : [];
    const total = days[0]?.Shown.Total ?? 0;
    if (total > 0) write((await made).format(total));
  } catch {
    // What failed is said where the screen asks for it.
  }
}

/** The first format of a page takes as long as all the rest of this script: after the outline is seen, and in tasks of a third each. */
async function makeFormat(locale: string): Promise<Intl.NumberFormat> {
  await new Promise<void>(afterPaint);
  // Each of them has the browser read what the next one needs as well.
  new Intl.Locale(locale).maximize();
  await nextTask();
  Intl.Collator.supportedLocalesOf(locale);
  await nextTask();
  return new Intl.NumberFormat(locale, usdFormat);
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function write(total: string): void {
  const place = document.querySelector<HTMLElement>('#root [data-early="total"]');
  const amount = place?.querySelector('span span');
  if (!place || !amount) return;
  const parts = splitUsd(total);
  if (parts) amount.append(`${parts[0]}\u00a0`, document.createElement('wbr'), parts[1]);
  else amount.append(total);
  place.hidden = false;
}
