import { randomUUID } from 'node:crypto';
import type { Investor } from '../crash/investor.ts';
import type { Report } from './report.ts';

/** A control: an answer that nobody gave. The verification must report that its subject is missing. */
export function makeUpAnswer(investors: readonly Investor[]): void {
  for (const investor of investors.slice(0, 1)) {
    const last = investor.acknowledged.at(-1);
    if (last) investor.acknowledged.push({ ...last, key: randomUUID(), id: randomUUID() });
  }
}

/** The finding that reports it; if the part cannot be played on this machine, the reason instead. */
export function sayWhatIsLost({ figures, findings, isPlayed = true }: Report): string | undefined {
  return isPlayed ? findings.find((finding) => finding.startsWith('lost:')) : figures;
}
