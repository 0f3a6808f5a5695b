import { toDecimal, toJsonNumber } from '#money/money.ts';
import { type BadLine, lineProblems } from '#payouts/line-problems.ts';
import type { PreviewedFeed } from '#payouts/server/preview-feed.ts';

/** Operations shown; the sums are of all. */
const mostShown = 200;

/** What an import would book, for the person who typed the command. */
export function formatPreview({
  file,
  completeUntil,
  bad,
  added,
  known,
  payout,
  first,
  last,
}: PreviewedFeed): string[] {
  const span = first && last ? `, from ${first.toISOString()} to ${last.toISOString()}` : '';
  const rows = added
    .slice(0, mostShown)
    .map((each) =>
      ['', each.happenedAt.toISOString(), each.asset, each.pair, `${toDecimal(each.payout)} %`, each.reference].join(
        '  ',
      ),
    );
  return [
    `In the file: ${file.lines} lines, payouts adding up to ${toDecimal(file.payout)} %.`,
    `New: ${added.length}${span}, payouts adding up to ${toDecimal(payout)} %.`,
    ...rows,
    ...(added.length > mostShown ? [`  and ${added.length - mostShown} more`] : []),
    `Already known: ${known}. With a problem: ${bad.length}.`,
    ...formatBadLines(bad),
    ...(completeUntil ? [`The file says that the feed is complete until ${completeUntil.toISOString()}.`] : []),
    'Nothing was imported.',
  ];
}

export function previewAsJson({ file, completeUntil, bad, added, known, payout, first, last }: PreviewedFeed): object {
  return {
    file: { lines: file.lines, payout: toJsonNumber(file.payout) },
    completeUntil: completeUntil?.toISOString() ?? null,
    new: added.length,
    known,
    payout: toJsonNumber(payout),
    first: first?.toISOString() ?? null,
    last: last?.toISOString() ?? null,
    bad,
    operations: added.map(({ openedAt, happenedAt, payout: each, ...cells }) => ({
      ...cells,
      opened: openedAt.toISOString(),
      date: happenedAt.toISOString(),
      payout: toJsonNumber(each),
    })),
  };
}

export function formatBadLines(bad: readonly BadLine[]): string[] {
  return bad.map(({ line, problem }) => `  line ${line}: ${lineProblems[problem]}`);
}
