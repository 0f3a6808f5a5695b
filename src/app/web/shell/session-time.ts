/** Remaining time for display: its two largest units (`4 hours and 58 minutes`), or one if the other is zero. */
export interface TimePart {
  unit: 'days' | 'hours' | 'minutes' | 'seconds';
  count: number;
}

const minuteMs = 60_000;
const minutesPerHour = 60;
const minutesPerDay = 24 * 60;

/**
 * A started minute counts whole, so a session of 4 h 58 min reads so when the customer arrives (A6). The last minute is counted in seconds.
 *
 * @param isExact includes the seconds when only minutes are left
 */
export function sessionTime(leftMs: number, isExact = false): TimePart[] {
  if (isExact || leftMs < minuteMs) return exactTime(Math.max(0, Math.ceil(leftMs / 1_000)));
  const minutes = Math.ceil(leftMs / minuteMs);
  const days = Math.floor(minutes / minutesPerDay);
  const hours = Math.floor((minutes % minutesPerDay) / minutesPerHour);
  const parts: TimePart[] = [
    { unit: 'days', count: days },
    { unit: 'hours', count: hours },
    { unit: 'minutes', count: minutes % minutesPerHour },
  ];
  return parts.slice(days > 0 ? 0 : 1, days > 0 ? 2 : 3).filter((part) => part.count > 0);
}

function exactTime(seconds: number): TimePart[] {
  const parts: TimePart[] = [
    { unit: 'minutes', count: Math.floor(seconds / 60) },
    { unit: 'seconds', count: seconds % 60 },
  ];
  const said = parts.filter((part) => part.count > 0);
  return said.length > 0 ? said : [{ unit: 'seconds', count: 0 }];
}
