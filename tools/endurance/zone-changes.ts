/** A zone's UTC offset at an instant, in minutes. */
export function offsetOf(zone: string, at: Date): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(at);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d+):(\d+)/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** The instants between two others at which a zone's clocks are put forward or back, to the millisecond. */
export function changesOf(zone: string, from: Date, until: Date): Date[] {
  const hourMs = 3_600_000;
  const changes: Date[] = [];
  for (let at = from.getTime(); at < until.getTime(); at += 24 * hourMs) {
    let [low, high] = [at, at + 24 * hourMs];
    if (offsetOf(zone, new Date(low)) === offsetOf(zone, new Date(high))) continue;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (offsetOf(zone, new Date(middle)) === offsetOf(zone, new Date(at))) low = middle;
      else high = middle;
    }
    changes.push(new Date(high));
  }
  return changes;
}

/** The date in a zone's calendar, as `2028-02-29`. */
export function dayIn(zone: string, at: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(at);
}
