import type { Mutant } from './mutant.ts';

/** A mutant that no test can notice because it behaves the same; its reason is printed with every report. */
interface Equivalent {
  file: string;
  original: string;
  replacement: string;
  reason: string;
}

const equivalents: Equivalent[] = [
  {
    file: 'src/payouts/server/operation-store.ts',
    original: 'happened_at < $2',
    replacement: 'true',
    reason: 'what is new stands at the beginning of what is reckoned, and has a higher number than all that was there',
  },
  {
    file: 'src/money/accrual.ts',
    original: 'elapsed <= 0',
    replacement: 'elapsed < 0',
    reason: 'at the start the share of nothing elapsed is nothing',
  },
  {
    file: 'src/money/accrual.ts',
    original: 'elapsed >= whole',
    replacement: 'elapsed > whole',
    reason: 'at the end the share of the whole is the whole',
  },
  {
    file: 'src/explanations/recount.ts',
    original: 'amount * BigInt(sign)',
    replacement: 'amount / BigInt(sign)',
    reason: 'a sign is one or minus one',
  },
  {
    file: 'src/money/accrual.ts',
    original: 'result < -amount',
    replacement: 'result <= -amount',
    reason: 'the loss of all is the loss of all',
  },
  {
    file: 'src/money/money.ts',
    original: 'Number.isSafeInteger(whole)',
    replacement: 'false',
    reason: 'what is divided exactly reads as its decimals do',
  },
  {
    file: 'src/money/accrual.ts',
    original: 'elapsedMs <= 0',
    replacement: 'elapsedMs < 0',
    reason: 'at the start the share of nothing elapsed is nothing',
  },
  {
    file: 'src/money/accrual.ts',
    original: 'elapsedMs >= wholeMs',
    replacement: 'elapsedMs > wholeMs',
    reason: 'at the end the share of the whole is the whole',
  },
  {
    file: 'src/money/accrual.ts',
    original: 'payouts > 0',
    replacement: 'payouts >= 0',
    reason: 'of no payouts as much is lost as is won',
  },
  {
    file: 'src/money/plain.ts',
    original: 'product <= Number.MAX_SAFE_INTEGER',
    replacement: 'product < Number.MAX_SAFE_INTEGER',
    reason: 'both ways divide exactly',
  },
  {
    file: 'src/money/accrual.ts',
    original: 'plain === undefined',
    replacement: 'true',
    reason: 'both ways divide exactly',
  },
  {
    file: 'src/money/plain.ts',
    original: '3',
    replacement: '4',
    reason: 'there is no figure in a place above all',
  },
  {
    file: 'src/money/plain.ts',
    original: 'product <= Number.MAX_SAFE_INTEGER',
    replacement: 'false',
    reason: 'both ways divide exactly',
  },
  {
    file: 'src/money/write-usd.ts',
    original: "numberingSystem ?? ''",
    replacement: "numberingSystem && ''",
    reason: 'two names of two formats stay two',
  },
  {
    file: 'src/money/write-usd.ts',
    original: "''",
    replacement: "'mutated'",
    reason: 'two names of two formats stay two',
  },
  {
    file: 'src/money/write-usd.ts',
    original: '!format',
    replacement: 'true',
    reason: 'a format made anew is the one that was kept',
  },
  {
    file: 'src/explanations/recount.ts',
    original: 'result < -amount',
    replacement: 'result <= -amount',
    reason: 'the loss of all is the loss of all',
  },
];

export function reasonOf(mutant: Mutant): string | null {
  const known = equivalents.find(
    ({ file, original, replacement }) =>
      file === mutant.file && original === mutant.original && replacement === mutant.replacement,
  );
  return known?.reason ?? null;
}
