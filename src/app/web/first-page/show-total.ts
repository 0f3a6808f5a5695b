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
  // The first format of a page takes as long as all the rest of this script: in a task of its own, after the outline is seen.
  const made = new Promise<Intl.NumberFormat>((resolve) =>
    afterPaint(() => resolve(new Intl.NumberFormat(localeOf(language), usdFormat))),
  );
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

function write(total: string): void {
  const place = document.querySelector<HTMLElement>('#root [data-early="total"]');
  const amount = place?.querySelector('span span');
  if (!place || !amount) return;
  const parts = splitUsd(total);
  if (parts) amount.append(`${parts[0]}\u00a0`, document.createElement('wbr'), parts[1]);
  else amount.append(total);
  place.hidden = false;
}
