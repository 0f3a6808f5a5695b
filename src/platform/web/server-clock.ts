/**
 * Real time by the server's clock. A customer's clock may be minutes off, and a session ends by the server's. The `Date` header has whole
 * seconds, so it may be one second behind: the latest possible time is used.
 */
let aheadMs = 0;

export function noteServerTime(dateHeader: string | null, cameAt = Date.now()): void {
  const at = dateHeader === null ? Number.NaN : Date.parse(dateHeader);
  if (Number.isFinite(at)) aheadMs = at + 1_000 - cameAt;
}

export function serverNowMs(): number {
  return Date.now() + aheadMs;
}

/**
 * Business time, when stakes start and fall due, can be moved ahead in sandbox mode; every response to a customer carries it. Until one
 * has, it is real time.
 */
let businessAheadMs: number | null = null;

export function noteBusinessTime(header: string | null, cameAt = Date.now()): void {
  const at = header === null ? Number.NaN : Date.parse(header);
  if (Number.isFinite(at)) businessAheadMs = at - cameAt;
}

export function businessNow(): Date {
  return new Date(businessAheadMs === null ? serverNowMs() : Date.now() + businessAheadMs);
}
