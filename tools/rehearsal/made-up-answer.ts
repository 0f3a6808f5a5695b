import { randomUUID } from 'node:crypto';
import type { Investor } from '../crash/investor.ts';
import type { Report } from './report.ts';

/** A control: an answer that nobody gave. Whoever looks afterwards has to miss what it speaks of. */
export function makeUpAnswer(investors: readonly Investor[]): void {
  for (const investor of investors.slice(0, 1)) {
    const last = investor.acknowledged.at(-1);
    if (last) investor.acknowledged.push({ ...last, key: randomUUID(), id: randomUUID() });
  }
}

/** How it was said; what cannot be played on this machine cannot be missed either. */
export function sayWhatIsLost({ figures, findings, isPlayed = true }: Report): string | undefined {
  return isPlayed ? findings.find((finding) => finding.startsWith('lost:')) : figures;
}
