import { toDecimal, toJsonNumber } from '#money/money.ts';
import { type BadLine, lineProblems } from '#payouts/line-problems.ts';
import type { PreviewedFeed } from '#payouts/server/preview-feed.ts';
import type { FeedOperation } from '#payouts/server/read-feed-line.ts';

/** Operations shown; the sums are of all. */
const mostShown = 200;
const mostExamples = 5;

/** What an import would book, for the person who typed the command. */
export function formatPreview(preview: PreviewedFeed): string[] {
  const { file, completeUntil, bad, added, known, payout, first, last } = preview;
  const span = first && last ? `, from ${first.toISOString()} to ${last.toISOString()}` : '';
  const rows = added.slice(0, mostShown).map(formatOperation);
  return [
    `In the file: ${file.lines} lines, payouts adding up to ${toDecimal(file.payout)} %.`,
    `New: ${added.length}${span}, payouts adding up to ${toDecimal(payout)} %.`,
    ...rows,
    ...(added.length > mostShown ? [`  and ${added.length - mostShown} more`] : []),
    ...formatLate(preview),
    `Already known: ${known}. With a problem: ${bad.length}.`,
    ...formatBadLines(bad),
    ...(completeUntil ? [`The file says that the feed is complete until ${completeUntil.toISOString()}.`] : []),
    'Nothing was imported.',
  ];
}

function formatOperation({ happenedAt, asset, pair, payout, reference }: FeedOperation): string {
  return ['', happenedAt.toISOString(), asset, pair, `${toDecimal(payout)} %`, reference].join('  ');
}

function formatLate({ late, paidUntil }: PreviewedFeed): string[] {
  if (late.length === 0) return [];
  const until = paidUntil.toISOString();
  return [
    `Too late: ${late.length} of the new ones closed before ${until}. Positions that ended by then are paid, and receive nothing of them:`,
    ...late.slice(0, mostExamples).map(formatOperation),
    ...(late.length > mostExamples ? [`  and ${late.length - mostExamples} more`] : []),
  ];
}

export function previewAsJson({
  file,
  completeUntil,
  late,
  paidUntil,
  bad,
  added,
  known,
  payout,
  first,
  last,
}: PreviewedFeed): object {
  return {
    file: { lines: file.lines, payout: toJsonNumber(file.payout) },
    completeUntil: completeUntil?.toISOString() ?? null,
    new: added.length,
    known,
    late: late.length,
    paidUntil: paidUntil.toISOString(),
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
