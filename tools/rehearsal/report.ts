/** Options of a part of the rehearsal. */
export interface RehearsalOptions {
  /** How often each fault is inflicted. */
  rounds: number;
  /** The total number of calls to be answered before the last fault; no minimum by default. */
  acknowledged: number;
}

/** The result of a part: its figures, and everything that is not as it must be. */
export interface Report {
  figures: string;
  findings: string[];
  /** False if this machine cannot play it. */
  isPlayed?: boolean;
}

/** The report of a part that cannot be played on this machine: what is missing, and how to get it. */
export function notPlayed(part: string, missing: readonly string[]): Report {
  return {
    figures: `${part}: NOT RUN, since this machine lacks ${missing.join(', ')}.`,
    findings: [],
    isPlayed: false,
  };
}
