import type { EquityPoint } from '#dashboard/contract.ts';
import { usdFormat } from '#money/web/written-usd.ts';
import { type Language, localeOf } from '#platform/languages.ts';
import { afterPaint } from './when-parsed.ts';

/**
 * Writes the customer's total into its place as soon as it is answered, which on a slow phone is long before the application is loaded. A
 * customer who has nothing is shown something else there.
 *
 * @param address of the early request
 */
export async function showTotal(address: string, language: Language): Promise<void> {
  const made = makeFormat(localeOf(language));
  try {
    const answer = await window.earlyAnswers?.get(address)?.answer;
    // Cloned, because the application reads the answer itself.
    const days: EquityPoint[] = answer?.ok ? await answer.clone().json() : [];
    const total = days[0]?.Shown.Total ?? 0;
    if (total > 0) write((await made).format(total));
  } catch {
    // A failure is reported where the screen makes the request.
  }
}

/**
 * Creating a page's first number format takes as long as the rest of this script: so it runs after the outline is painted, in three tasks
 * of about equal length.
 */
async function makeFormat(locale: string): Promise<Intl.NumberFormat> {
  await new Promise<void>(afterPaint);
  // Each step makes the browser load data that the next one needs as well.
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
  amount.append(total);
  place.hidden = false;
}
