import { payoutProduct } from '#payouts/contract.ts';
import { dateOrders } from '#payouts/date-orders.ts';
import { decodeFeed } from '#payouts/feed-encoding.ts';
import { importFeed } from '#payouts/server/import-feed.ts';
import { LinesRefused } from '#payouts/server/import-operations.ts';
import { previewFeed } from '#payouts/server/preview-feed.ts';
import { readFeed } from '#payouts/server/read-feed.ts';
import { Refusal } from '#platform/refusal.ts';
import { PlainFailure } from '#platform/server/plain-failure.ts';
import { declareCommand, declareLook, type Reaching } from '#commands/server/declaration.ts';
import { choice, file, moment, optional, word } from '#commands/server/params.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { readReachOf } from '#commands/server/standing.ts';
import { formatBadLines, formatPreview, previewAsJson } from './format-preview.ts';
import { wordsOf } from './words.ts';

const feed = {
  file: word(file),
  product: choice(payoutProduct.options),
  dates: optional(choice(dateOrders)),
  'complete-until': optional(moment),
};

/** Imports the desk's trades from a CSV file, all or nothing. Importing the same file again changes nothing. */
export const operationsImport = declareCommand({
  name: 'operations import',
  params: feed,
  facts: {
    source: 'text',
    added: 'number',
    known: 'number',
    late: 'number',
    completeUntil: 'moment',
    import: 'number',
  },
  roles: ['desk'],
  effect: 'liability',
  words: wordsOf('operations import'),
  stands: ({ sql }, { product }) => readReachOf(sql, product),
  bring: ({ readFile }, { file: name }) => readText(name, readFile),
  async run({ tx, mode, by }, { product, dates, 'complete-until': said }, text) {
    return refusing(async () => {
      const { lines, completeUntil: written } = await readFeed(tx, { text, order: dates ?? null });
      refuseTwoInstants(written, said);
      const imported = await importFeed(tx, { product, lines, mode, by, completeUntil: said ?? written });
      const { added, known, late, completeUntil, number } = imported;
      const outcome = `imported${late > 0 ? '_late' : ''}${completeUntil ? '_until' : ''}`;
      const figures = { added: String(added), known: String(known), late: String(late) };
      return {
        outcome,
        facts: {
          source: 'operator',
          ...figures,
          ...(completeUntil && { completeUntil }),
          ...(number !== undefined && { import: String(number) }),
        },
      };
    });
  },
});

/** Judges a file as its import would; nothing is written. */
export const operationsPreview = declareLook({
  name: 'operations preview',
  params: feed,
  roles: ['desk'],
  words: wordsOf('operations preview'),
  show: ({ sql, mode, readFile }, { file: name, product, dates, 'complete-until': said }) =>
    refusing(async () => {
      const text = await readText(name, readFile);
      const preview = await previewFeed(sql, mode, { product, text, order: dates ?? null });
      refuseTwoInstants(preview.completeUntil ?? undefined, said);
      return { lines: formatPreview(preview), json: previewAsJson(preview), isWrong: preview.bad.length > 0 };
    }),
});

/** The file and whoever imports it may both say until when the feed is complete, but not two things. */
function refuseTwoInstants(ofFile: Date | undefined, typed: Date | undefined): void {
  if (!ofFile || !typed || ofFile.getTime() === typed.getTime()) return;
  const both = `the file says ${ofFile.toISOString()}, --complete-until ${typed.toISOString()}`;
  throw new CommandRefused('complete_until_differs', `Until when the feed is complete was said twice: ${both}.`);
}

async function readText(name: string, readFile: Reaching['readFile']): Promise<string> {
  try {
    return decodeFeed(await readFile(name), TextDecoder);
  } catch (error) {
    throw new CommandRefused('no_file', `${name} cannot be read: ${(error as Error).message}.`);
  }
}

async function refusing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PlainFailure) throw new CommandRefused('not_a_feed', error.message);
    if (error instanceof LinesRefused) {
      throw new CommandRefused(error.code, ['Nothing was imported.', ...formatBadLines(error.lines)].join('\n'));
    }
    if (!(error instanceof Refusal) || error.code !== 'complete_until_in_future') throw error;
    throw new CommandRefused(error.code, 'A feed cannot be complete until an instant that has not come.');
  }
}
