import { useEffect, useState } from 'react';
import { type Micros, micros } from '#money/money.ts';
import type { EvidenceState } from './use-evidence.ts';

export interface Verdict {
  state: 'counting' | 'paused' | 'failed' | 'equal' | 'different';
  count: number;
  value: Micros;
  /** What the records come to; where they say two things, the one that is not the value. */
  sum: Micros;
  /** What the screen shows of it. */
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
  /** What the screen shows, and what the records come to if each is shown as screens do. */
  shown: Micros;
  shownSum: Micros;
  /** When the figure was read. */
  readAt: number;
  /** Reads it again, and with it everything behind it. */
  again: () => void;
  isReadAgain: boolean;
  /** Whether reading it again has failed. */
  isStale: boolean;
}

/**
 * Whether a figure and what is behind it are the same. Money may have moved between the reading of the one and of the other:
 * before anything is said to be wrong, both are read again.
 */
export function useVerdict(counted: Counted): Verdict {
  const { evidence, shown, readAt, again, isReadAgain, isStale } = counted;
  // What is exact goes before what is shown of it.
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
