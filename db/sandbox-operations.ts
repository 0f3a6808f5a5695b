import { createHash } from 'node:crypto';
import { type PayoutProduct, payoutProduct } from '#payouts/contract.ts';
import { importOperations } from '#payouts/server/import-operations.ts';
import type { FeedLine } from '#payouts/server/read-feed-line.ts';
import { dayMs } from '#platform/clock.ts';
import type { Database } from '#database/server/database.ts';
import { transaction } from '#database/server/transaction.ts';

/** Markets a desk might have traded. None of the operations happened, and every row says so: its source is `sandbox`. */
const markets = [
  ['Forex', 'EUR/USD'],
  ['Forex', 'GBP/USD'],
  ['Forex', 'USD/JPY'],
  ['Metals', 'XAU/USD'],
  ['Crypto', 'BTC/USDT'],
  ['Crypto', 'ETH/USDT'],
  ['Indices', 'US500'],
] as const;

/** From -1.1 % to +1.4 %, so that overall there is a small gain. */
const leastHundredths = -110;
const spanHundredths = 251;

/**
 * Imports the sandbox's own feed the way an operator's is imported: two operations of each product per weekday. They depend only on the
 * day, so importing them again changes nothing.
 */
export async function importSandboxOperations(db: Database, from: Date, until: Date): Promise<void> {
  await transaction(db, async (tx) => {
    for (const product of payoutProduct.options) {
      const lines = makeLines(product, from, until).map((cells, at) => ({ line: at + 1, cells }));
      await importOperations(tx, {
        product,
        source: 'sandbox',
        lines,
        now: until,
        opensBefore: () => 0,
        completeUntil: until,
        bounds: null,
      });
    }
  });
}

function makeLines(product: PayoutProduct, from: Date, until: Date): FeedLine[] {
  const lines: FeedLine[] = [];
  for (let day = from.getTime() - (from.getTime() % dayMs); day < until.getTime(); day += dayMs) {
    const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
    if (!isWeekend) lines.push(makeLine(product, day, 1), makeLine(product, day, 2));
  }
  return lines.filter(({ date }) => Date.parse(date) <= until.getTime());
}

function makeLine(product: PayoutProduct, day: number, nth: number): FeedLine {
  const date = new Date(day).toISOString().slice(0, 10);
  const chance = createHash('sha256').update(`${product} ${date} ${nth}`).digest();
  const [asset, pair] = markets[chance.readUInt16BE(0) % markets.length] ?? markets[0];
  const minute = (nth === 1 ? 9 : 15) * 60 + (chance.readUInt16BE(2) % 180);
  const hundredths = leastHundredths + (chance.readUInt16BE(4) % spanHundredths);
  // Held for a quarter of an hour to three hours.
  const heldMinutes = 15 + (chance.readUInt16BE(6) % 166);
  return {
    opened: new Date(day + (minute - heldMinutes) * 60_000).toISOString(),
    date: new Date(day + minute * 60_000).toISOString(),
    asset,
    pair,
    payout: (hundredths / 100).toFixed(2),
    reference: `sandbox-${date}-${nth}`,
  };
}
