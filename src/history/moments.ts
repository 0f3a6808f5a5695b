import type { FileForm } from './csv.ts';

const dayMs = 86_400_000;

/** Returns a function that formats timestamps in this form, to the second, in local time of a zone. */
export function momentWriter(date: FileForm['date'], zone: string): (iso: string) => string {
  const aheadOf = zoneOffsets(zone);
  return (iso) => {
    const at = Date.parse(iso);
    const local = new Date(at + aheadOf(at)).toISOString();
    // A year of more than four digits has a sign.
    const [day = '', time = ''] = local.split('T');
    const parts = day.split('-');
    return `${date({ year: parts.at(-3) ?? '', month: parts.at(-2) ?? '', day: parts.at(-1) ?? '' })} ${time.slice(0, 8)}`;
  };
}

/**
 * Returns how far a zone is ahead of UTC, in milliseconds. The offset is looked up at both ends of each UTC day and, if equal, used for the
 * whole day, so a file of tens of thousands of rows needs one lookup per day instead of one per row.
 */
function zoneOffsets(zone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  const ask = (at: number): number => {
    const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
  };
  const known = new Map<number, number>();
  const atMidnight = (day: number): number => {
    const ahead = known.get(day) ?? ask(day * dayMs);
    known.set(day, ahead);
    return ahead;
  };
  return (at) => {
    const day = Math.floor(at / dayMs);
    const ahead = atMidnight(day);
    return ahead === atMidnight(day + 1) ? ahead : ask(at);
  };
}
