import { payoutProduct } from '#payouts/contract.ts';
import { encodingOf } from '#payouts/feed-encoding.ts';
import { lineProblems } from '#payouts/line-problems.ts';
import { LinesRefused } from '#payouts/server/import-operations.ts';
import { type NumberedLine, readFeedCsv } from '#payouts/server/read-feed-csv.ts';
import { PlainFailure } from '#platform/server/plain-failure.ts';
import { type Command, CommandRefused, type Lastro, Mistyped } from '../command.ts';
import { importFeed } from '../import-feed.ts';

/** Imports the desk's trades from a CSV file, all or nothing. Importing the same file again changes nothing. */
export const operationsImport: Command = {
  name: 'operations import',
  words: ['FILE'],
  required: ['product'],
  summary:
    'Import operations from a CSV file with the columns date (when it closed), asset, pair, payout (percent), reference and, if known, opened',
  async run({ db, mode, operator, readFile }, { words: [file = ''], options }) {
    const product = payoutProduct.safeParse(options.product);
    if (!product.success) throw new Mistyped(`--product must be one of ${payoutProduct.options.join(', ')}.`);
    const lines = await readFeed(file, readFile);
    try {
      const imported = await importFeed(db, { product: product.data, lines, operator, mode });
      const { added, known } = imported;
      return {
        lines: [`${added} operations of ${product.data} were imported, ${known} were already known.`],
        json: imported,
      };
    } catch (error) {
      throw error instanceof LinesRefused ? nameLines(error) : error;
    }
  },
};

async function readFeed(file: string, readFile: Lastro['readFile']): Promise<NumberedLine[]> {
  try {
    const bytes = await readFile(file);
    // Undecodable characters become replacement characters, which make bad lines.
    return readFeedCsv(new TextDecoder(encodingOf(bytes)).decode(bytes));
  } catch (error) {
    if (error instanceof PlainFailure) throw new CommandRefused('not_a_feed', error.message);
    throw new CommandRefused('no_file', `${file} cannot be read: ${(error as Error).message}.`);
  }
}

function nameLines({ lines, code }: LinesRefused): CommandRefused {
  const named = lines.map(({ line, problem }) => `  line ${line}: ${lineProblems[problem]}`);
  return new CommandRefused(code, ['Nothing was imported.', ...named].join('\n'));
}
