/** What a part of the rehearsal is told. */
export interface RehearsalOptions {
  /** How often each fault is made. */
  rounds: number;
  /** How many calls are to be answered in all, before the last fault; none in particular unless told. */
  acknowledged: number;
}

/** What a part has to say: its figures, and what is not as it has to be. */
export interface Report {
  figures: string;
  findings: string[];
  /** False where this machine cannot play it. */
  isPlayed?: boolean;
}

/** A part that cannot be played on this machine: what is missing, and how it is had. */
export function notPlayed(part: string, missing: readonly string[]): Report {
  return {
    figures: `${part}: NOT PLAYED, since this machine lacks ${missing.join(', ')}.`,
    findings: [],
    isPlayed: false,
  };
}
