/** Counts calls by action and outcome. */
export class Tally {
  readonly #counts = new Map<string, Map<string, number>>();
  /** Outcomes that should not exist: faults, and unexplained refusals. */
  readonly surprises: string[] = [];

  count(what: string, outcome: string, by = 1): void {
    const outcomes = this.#counts.get(what) ?? new Map<string, number>();
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + by);
    this.#counts.set(what, outcomes);
  }

  of(what: string, outcome: string): number {
    return this.#counts.get(what)?.get(outcome) ?? 0;
  }

  lines(): string[] {
    return [...this.#counts].map(([what, outcomes]) => {
      const each = [...outcomes].toSorted(([, a], [, b]) => b - a).map(([outcome, times]) => `${outcome} ${times}`);
      return `  ${what.padEnd(22)} ${each.join(', ')}`;
    });
  }

  asJson(): Record<string, Record<string, number>> {
    return Object.fromEntries([...this.#counts].map(([what, outcomes]) => [what, Object.fromEntries(outcomes)]));
  }
}
