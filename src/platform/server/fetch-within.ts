/** The answer is longer than whoever asked takes. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong';
}

/** An answer in JSON is rarely longer; whoever expects more says so. */
const usualBytes = 262_144;

/**
 * Gives up after this time, whatever `run` is waiting for: what it returns is then awaited by nobody, and its signal is aborted. The timer
 * holds everything that it needs: `AbortSignal.timeout()` and the signal inside `fetch` are held weakly, and a garbage collection while a
 * body was read has lost such deadlines for good (Node 20 and 22).
 *
 * @throws DOMException `TimeoutError` when the time is over
 */
export function within<Value>(deadlineMs: number, run: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
  const controller = new AbortController();
  return new Promise<Value>((resolve, reject) => {
    const timer = setTimeout(() => {
      const late = new DOMException(`no answer within ${deadlineMs} ms`, 'TimeoutError');
      reject(late);
      controller.abort(late);
    }, deadlineMs);
    run(controller.signal)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

/**
 * Calls another server and reads its whole answer: connection, headers and body within one deadline and a number of bytes. The one way in
 * which the server's code calls out over HTTP.
 *
 * @throws DOMException `TimeoutError`; whatever `fetch` throws; `AnswerTooLong`
 */
export function fetchWithin(
  deadlineMs: number,
  url: string | URL,
  init: RequestInit = {},
  mostBytes = usualBytes,
): Promise<Response> {
  return within(deadlineMs, async (signal) => {
    const answer = await fetch(url, { ...init, signal });
    const bytes = await readWhole(answer, signal, mostBytes);
    const { status, statusText, headers } = answer;
    return new Response(bytes.byteLength > 0 ? bytes : null, { status, statusText, headers });
  });
}

async function readWhole({ body }: Response, signal: AbortSignal, mostBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (!body) return new Uint8Array();
  const reader = body.getReader();
  const leave = (): void => void reader.cancel(signal.reason).catch(() => {});
  signal.addEventListener('abort', leave);
  if (signal.aborted) leave();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done || signal.aborted) break;
    length += value.byteLength;
    if (length > mostBytes) {
      leave();
      throw new AnswerTooLong('the answer is too long');
    }
    chunks.push(value);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

const mostPauseMs = 24 * 60 * 60_000;

/** For how long an answer asks not to be asked again (RFC 9110, 10.2.3: seconds or a date), at most a day; 0 when it does not. */
export function readRetryAfter(headers: Headers): number {
  const said = headers.get('retry-after')?.trim() ?? '';
  const ms = /^\d+$/.test(said) ? Number(said) * 1000 : Date.parse(said) - Date.now();
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), mostPauseMs);
}
