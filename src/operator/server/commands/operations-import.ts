import { payoutProduct, type PayoutProduct } from '#payouts/contract.ts';
import { type DateOrder, dateOrders } from '#payouts/date-orders.ts';
import { decodeFeed } from '#payouts/feed-encoding.ts';
import { type Imported, LinesRefused } from '#payouts/server/import-operations.ts';
import { previewFeed } from '#payouts/server/preview-feed.ts';
import { readFeed } from '#payouts/server/read-feed.ts';
import { readMoment } from '#platform/read-moment.ts';
import { Refusal } from '#platform/refusal.ts';
import { PlainFailure } from '#platform/server/plain-failure.ts';
import type { Command, Lastro } from '../command.ts';
import { CommandRefused, Mistyped } from '#commands/server/refused.ts';
import { formatBadLines, formatPreview, previewAsJson } from '../format-preview.ts';
import { importFeed } from '../import-feed.ts';

/** Imports the desk's trades from a CSV file, all or nothing. Importing the same file again changes nothing. */
export const operationsImport: Command = {
  name: 'operations import',
  words: ['FILE'],
  required: ['product'],
  optional: ['dates', 'complete-until'],
  flags: ['preview'],
  summary:
    'Import operations from a CSV file with the columns date (when it closed), asset, pair, payout (percent), reference and, if known, opened',
  check({ options }) {
    readProduct(options.product);
    readOrder(options.dates);
    readCompleteUntil(options['complete-until']);
  },
  async run({ db, mode, operator, readFile }, { words: [file = ''], options }) {
    const product = readProduct(options.product);
    const text = await readText(file, readFile);
    const order = readOrder(options.dates);
    const completeUntil = readCompleteUntil(options['complete-until']);
    try {
      const written = { text, order };
      if (options.preview !== undefined) {
        const preview = await previewFeed(db, mode, { product, ...written });
        refuseTwoInstants(preview.completeUntil ?? undefined, completeUntil);
        return { lines: formatPreview(preview), json: previewAsJson(preview), isRefused: preview.bad.length > 0 };
      }
      const feed = await readFeed(db, written);
      refuseTwoInstants(feed.completeUntil, completeUntil);
      const imported = await importFeed(db, {
        product,
        lines: feed.lines,
        operator,
        mode,
        completeUntil: completeUntil ?? feed.completeUntil,
      });
      return { lines: tell(imported, product), json: imported };
    } catch (error) {
      throw refusalOf(error);
    }
  },
};

function readProduct(said: string | undefined): PayoutProduct {
  const product = payoutProduct.safeParse(said);
  if (product.success) return product.data;
  throw new Mistyped(`--product must be one of ${payoutProduct.options.join(', ')}.`);
}

function readOrder(said: string | undefined): DateOrder | null {
  const order = dateOrders.find((each) => each === said) ?? null;
  if (said !== undefined && order === null) throw new Mistyped(`--dates must be one of ${dateOrders.join(', ')}.`);
  return order;
}

function readCompleteUntil(typed: string | undefined): Date | undefined {
  const at = typed === undefined ? undefined : readMoment(typed);
  if (at === null)
    throw new Mistyped(`--complete-until is not an instant with its zone, like 2026-03-03T00:00:00-03:00: ${typed}`);
  return at;
}

/** The file and whoever imports it may both say until when the feed is complete, but not two things. */
function refuseTwoInstants(ofFile: Date | undefined, typed: Date | undefined): void {
  if (!ofFile || !typed || ofFile.getTime() === typed.getTime()) return;
  const both = `the file says ${ofFile.toISOString()}, --complete-until ${typed.toISOString()}`;
  throw new CommandRefused('complete_until_differs', `Until when the feed is complete was said twice: ${both}.`);
}

function tell({ added, known, late, completeUntil }: Imported, product: PayoutProduct): string[] {
  return [
    `${added} operations of ${product} were imported, ${known} were already known.`,
    ...(late > 0
      ? [`${late} of them came too late for the positions that have been paid: those receive nothing of them.`]
      : []),
    ...(completeUntil ? [`The feed is complete until ${completeUntil}: what ended by then is paid.`] : []),
  ];
}

async function readText(file: string, readFile: Lastro['readFile']): Promise<string> {
  try {
    return decodeFeed(await readFile(file), TextDecoder);
  } catch (error) {
    throw new CommandRefused('no_file', `${file} cannot be read: ${(error as Error).message}.`);
  }
}

function refusalOf(error: unknown): unknown {
  if (error instanceof PlainFailure) return new CommandRefused('not_a_feed', error.message);
  if (error instanceof LinesRefused) return nameLines(error);
  const isEarly = error instanceof Refusal && error.code === 'complete_until_in_future';
  return isEarly
    ? new CommandRefused(error.code, 'A feed cannot be complete until an instant that has not come.')
    : error;
}

function nameLines({ lines, code }: LinesRefused): CommandRefused {
  return new CommandRefused(code, ['Nothing was imported.', ...formatBadLines(lines)].join('\n'));
}
