/**
 * The first screen's data is fetched while its code is still loading; each answer, or failure, stands in for that of the call the screen
 * would make. It is used once, by the same request for the same session in the same language.
 */
interface EarlyAnswer {
  headers: Record<string, string>;
  answer: Promise<Response>;
  /** When it arrived; it may be taken seconds later. */
  at?: number;
}

declare global {
  interface Window {
    /** Early answers by address. */
    earlyAnswers?: Map<string, EarlyAnswer>;
  }
}

/** For a whole answer, on a slow line too. The server gives up its own reads after half of it. */
export const longestMs = 30_000;

export function askEarly(addresses: readonly string[], token: string, language: string): void {
  const headers = { Authorization: token, Accept: 'application/json', 'Accept-Language': language };
  const asked = (window.earlyAnswers ??= new Map<string, EarlyAnswer>());
  for (const address of addresses) {
    const early: EarlyAnswer = { headers, answer: fetch(address, { headers, signal: AbortSignal.timeout(longestMs) }) };
    // A failure is reported where the answer is taken.
    early.answer.then(() => (early.at = Date.now())).catch(() => undefined);
    asked.set(address, early);
  }
}

/** Null when nothing was requested early, or something different. */
export function takeEarlyAnswer(address: string, { method, headers }: RequestInit): Promise<Response> | null {
  const early = window.earlyAnswers?.get(address);
  if (method !== 'GET' || !early) return null;
  window.earlyAnswers?.delete(address);
  const isSame = Object.entries(early.headers).every(([name, value]) => new Headers(headers).get(name) === value);
  return isSame ? noteArrival(early) : null;
}

let held: Promise<void> | null = null;
let release = (): void => undefined;

/** Holds early answers back until the page has taken over the markup that they change. */
export function holdEarlyAnswers(): void {
  held = new Promise((resolve) => (release = resolve));
}

export function releaseEarlyAnswers(): void {
  release();
}

const arrivals = new WeakMap<Response, number>();

async function noteArrival(early: EarlyAnswer): Promise<Response> {
  const answer = await early.answer;
  await held;
  if (early.at !== undefined) arrivals.set(answer, early.at);
  return answer;
}

/** When an answer arrived, by this device's clock: its statements about the server's clock held then. */
export function arrivalOf(answer: Response): number {
  return arrivals.get(answer) ?? Date.now();
}
