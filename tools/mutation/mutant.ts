/** A single small fault that a person could have made. */
export interface Mutant {
  /** The source file; for the database's own objects, `ledger.post` or `ledger.journals`. */
  file: string;
  line: number;
  /** The text before and after the change. */
  original: string;
  replacement: string;
  /** How the fault is applied: the whole source with the fault in it, or a statement for the database that tests are cloned from. */
  fault: { source: string } | { sql: string };
}

/** The mutant that replaces one span of a text. */
export function replaceSpan(file: string, source: string, start: number, end: number, replacement: string): Mutant {
  return {
    file,
    line: source.slice(0, start).split('\n').length,
    original: source.slice(start, end),
    replacement,
    fault: { source: source.slice(0, start) + replacement + source.slice(end) },
  };
}

export function describeMutant({ file, line, original, replacement }: Mutant): string {
  const short = (text: string): string => {
    const oneLine = text.replace(/\s+/g, ' ').trim();
    return oneLine.length > 90 ? `${oneLine.slice(0, 87)}...` : oneLine;
  };
  return `${file}:${line}  ${short(original)}  →  ${short(replacement) || '(nothing)'}`;
}
