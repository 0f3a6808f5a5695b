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
    reason: 'a new entry is at the start of what is computed, and has a higher number than all earlier ones',
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
    reason: 'the loss of everything is the same either way',
  },
  {
    file: 'src/money/money.ts',
    original: 'Number.isSafeInteger(whole)',
    replacement: 'false',
    reason: 'an exact quotient reads the same as its decimals',
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
    reason: 'with zero payouts, loss and gain come out the same',
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
    reason: 'two formats keep two different names',
  },
  {
    file: 'src/money/write-usd.ts',
    original: "''",
    replacement: "'mutated'",
    reason: 'two formats keep two different names',
  },
  {
    file: 'src/money/write-usd.ts',
    original: '!format',
    replacement: 'true',
    reason: 'a newly created format equals the cached one',
  },
  {
    file: 'src/explanations/recount.ts',
    original: 'result < -amount',
    replacement: 'result <= -amount',
    reason: 'the loss of everything is the same either way',
  },
];

export function reasonOf(mutant: Mutant): string | null {
  const known = equivalents.find(
    ({ file, original, replacement }) =>
      file === mutant.file && original === mutant.original && replacement === mutant.replacement,
  );
  return known?.reason ?? null;
}
