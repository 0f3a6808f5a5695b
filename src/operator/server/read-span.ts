const unitMs = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 };
const shape = /^(\d{1,6}[dhms])+$/;

/** Parses `30d`, `12h` or `1d12h` to milliseconds; null for anything else, and for zero. */
export function readSpan(text: string): number | null {
  if (!shape.test(text)) return null;
  let totalMs = 0;
  for (const [, count, unit] of text.matchAll(/(\d+)([dhms])/g)) {
    totalMs += Number(count) * unitMs[unit as keyof typeof unitMs];
  }
  return totalMs || null;
}
