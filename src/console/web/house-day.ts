const quarterMs = 15 * 60_000;
const dayMs = 86_400_000;

/** Swedish writes days as ISO 8601 does. */
const writer = (timeZone: string) =>
  new Intl.DateTimeFormat('sv', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
let days = writer('UTC');

/** The house's days are those of its zone, wherever the member sits. */
export function noteHouseZone(zone: string): void {
  days = writer(zone);
}

/** The house's day of an instant: `2026-01-31`. */
export function houseDay(at: Date): string {
  return days.format(at);
}

/** The instant at which a day of the house begins: zones differ by quarters of an hour. */
export function houseMidnight(day: string): Date {
  let at = Date.parse(day) - dayMs;
  while (houseDay(new Date(at)) < day) at += quarterMs;
  return new Date(at);
}
