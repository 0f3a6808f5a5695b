import type { Mutant } from './mutant.ts';

/** A mutant that no test can notice, because it does the same: with the reason, printed with every report. */
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
    original: 'elapsed <= 0n',
    replacement: 'elapsed < 0n',
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
