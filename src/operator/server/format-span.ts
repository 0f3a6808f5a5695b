/** Formats milliseconds as `30d 12h`; fractions of a second are dropped. */
export function formatSpan(spanMs: number): string {
  const seconds = Math.floor(spanMs / 1000);
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count}${unit}`);
  return said.join(' ') || '0s';
}
