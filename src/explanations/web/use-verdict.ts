import { useEffect, useState } from 'react';
import { type Micros, micros } from '#money/money.ts';
import type { EvidenceState } from './use-evidence.ts';

export interface Verdict {
  state: 'counting' | 'paused' | 'failed' | 'equal' | 'different';
  count: number;
  value: Micros;
  /** Sum of the records; where they give two results, the one that differs from the value. */
  sum: Micros;
  /** The value as the screen shows it. */
  shown: Micros;
  difference: Micros;
  goOn: () => void;
  again: () => void;
  isReadAgain: boolean;
}

interface Counted {
  evidence: EvidenceState;
  value: Micros;
  sum: Micros;
  /** The value as the screen shows it, and the sum of the records with each rounded as screens do. */
  shown: Micros;
  shownSum: Micros;
  /** When the figure was read. */
  readAt: number;
  /** Refetches the figure together with everything behind it. */
  again: () => void;
  isReadAgain: boolean;
  /** Whether refetching has failed. */
  isStale: boolean;
}

/**
 * Compares a figure with the sum of its evidence. Money may have moved between the two reads, so both are refetched before a difference is
 * reported.
 */
export function useVerdict(counted: Counted): Verdict {
  const { evidence, shown, readAt, again, isReadAgain, isStale } = counted;
  // An exact difference takes precedence over a shown one.
  const isShownWrong = counted.sum === counted.value && counted.shownSum !== shown;
  const [value, sum] = isShownWrong ? [shown, counted.shownSum] : [counted.value, counted.sum];
  const [doubtedAt, setDoubtedAt] = useState<number | null>(null);
  const isDifferent = evidence.state === 'read' && sum !== value;
  if (isDifferent && doubtedAt === null) setDoubtedAt(readAt);
  if (evidence.state === 'read' && !isDifferent && doubtedAt !== null) setDoubtedAt(null);
  const isFirstDoubt = isDifferent && (doubtedAt === null || doubtedAt === readAt);
  useEffect(() => {
    if (isFirstDoubt) again();
  }, [isFirstDoubt, again]);
  const said = isDifferent ? 'different' : 'equal';
  const isSettled = evidence.state === 'read' && !isFirstDoubt && !isReadAgain;
  const hasFailed = evidence.state === 'failed' || (isFirstDoubt && isStale);
  const underway = evidence.state === 'paused' ? 'paused' : 'counting';
  return {
    state: isSettled ? said : hasFailed ? 'failed' : underway,
    count: evidence.count,
    value,
    sum,
    shown,
    difference: micros(value - sum),
    goOn: evidence.state === 'read' ? again : evidence.goOn,
    again,
    isReadAgain,
  };
}
