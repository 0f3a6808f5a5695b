import { payoutProduct, type PayoutProduct } from '#payouts/contract.ts';
import { type DateOrder, dateOrders } from '#payouts/date-orders.ts';
import { decodeFeed } from '#payouts/feed-encoding.ts';
import { LinesRefused } from '#payouts/server/import-operations.ts';
import { previewFeed } from '#payouts/server/preview-feed.ts';
import { readFeed } from '#payouts/server/read-feed.ts';
import { PlainFailure } from '#platform/server/plain-failure.ts';
import { type Command, CommandRefused, type Lastro, Mistyped } from '../command.ts';
import { formatBadLines, formatPreview, previewAsJson } from '../format-preview.ts';
import { importFeed } from '../import-feed.ts';

/** Imports the desk's trades from a CSV file, all or nothing. Importing the same file again changes nothing. */
export const operationsImport: Command = {
  name: 'operations import',
  words: ['FILE'],
  required: ['product'],
  optional: ['dates'],
  flags: ['preview'],
  summary:
    'Import operations from a CSV file with the columns date (when it closed), asset, pair, payout (percent), reference and, if known, opened',
  check({ options }) {
    readProduct(options.product);
    readOrder(options.dates);
  },
  async run({ db, mode, operator, readFile }, { words: [file = ''], options }) {
    const product = readProduct(options.product);
    const text = await readText(file, readFile);
    const order = readOrder(options.dates);
    try {
      const written = { text, order };
      if (options.preview !== undefined) {
        const preview = await previewFeed(db, mode, { product, ...written });
        return { lines: formatPreview(preview), json: previewAsJson(preview), isRefused: preview.bad.length > 0 };
      }
      const lines = await readFeed(db, mode, written);
      const imported = await importFeed(db, { product, lines, operator, mode });
      const { added, known } = imported;
      return {
        lines: [`${added} operations of ${product} were imported, ${known} were already known.`],
        json: imported,
      };
    } catch (error) {
      if (error instanceof PlainFailure) throw new CommandRefused('not_a_feed', error.message);
      throw error instanceof LinesRefused ? nameLines(error) : error;
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

async function readText(file: string, readFile: Lastro['readFile']): Promise<string> {
  try {
    return decodeFeed(await readFile(file), TextDecoder);
  } catch (error) {
    throw new CommandRefused('no_file', `${file} cannot be read: ${(error as Error).message}.`);
  }
}

function nameLines({ lines, code }: LinesRefused): CommandRefused {
  return new CommandRefused(code, ['Nothing was imported.', ...formatBadLines(lines)].join('\n'));
}
