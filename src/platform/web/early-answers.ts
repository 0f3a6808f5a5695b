/**
 * What the first screen reads is asked for while its code is still on its way: the answer, or the failure, is then that of the call
 * which would have been made. Each is given out once, to a call that asks the same for the same session in the same language.
 */
interface EarlyAnswer {
  headers: Record<string, string>;
  answer: Promise<Response>;
  /** When it came; it may be taken seconds later. */
  at?: number;
}

declare global {
  interface Window {
    /** By address. */
    earlyAnswers?: Map<string, EarlyAnswer>;
  }
}

export function askEarly(addresses: readonly string[], token: string, language: string): void {
  const headers = { Authorization: token, Accept: 'application/json', 'Accept-Language': language };
  const asked = (window.earlyAnswers ??= new Map<string, EarlyAnswer>());
  for (const address of addresses) {
    const early: EarlyAnswer = { headers, answer: fetch(address, { headers }) };
    // What failed is said where it is taken.
    early.answer.then(() => (early.at = Date.now())).catch(() => undefined);
    asked.set(address, early);
  }
}

/** Null where nothing was asked early, or something else. */
export function takeEarlyAnswer(address: string, { method, headers }: RequestInit): Promise<Response> | null {
  const early = window.earlyAnswers?.get(address);
  if (method !== 'GET' || !early) return null;
  window.earlyAnswers?.delete(address);
  const isSame = Object.entries(early.headers).every(([name, value]) => new Headers(headers).get(name) === value);
  return isSame ? noteArrival(early) : null;
}

let held: Promise<void> | null = null;

/** They are given out only then: what they change has been taken over by whoever changes it. */
export function holdEarlyAnswers(until: Promise<void>): void {
  held = until;
}

const arrivals = new WeakMap<Response, number>();

async function noteArrival(early: EarlyAnswer): Promise<Response> {
  const answer = await early.answer;
  await held;
  if (early.at !== undefined) arrivals.set(answer, early.at);
  return answer;
}

/** When an answer came, by the clock here: what it says of the server's clock was true then. */
export function arrivalOf(answer: Response): number {
  return arrivals.get(answer) ?? Date.now();
}
