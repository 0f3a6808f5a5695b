/**
 * The product's hooks for tracing. Nothing of OpenTelemetry is loaded here: while tracing is off, each of these costs one comparison
 * (docs/decisions/0071-watching.md).
 */

/** Attributes of a span beside its name: names, counts and outcomes. Never an address, a value, or anything of a customer's. */
export type SpanAttributes = Record<string, string | number | boolean | string[]>;

export interface AskedSpan {
  name: string;
  kind?: 'client' | 'internal';
  attributes?: SpanAttributes;
  /** A round of a job: dropped with everything in it unless it sets `lastro.done` to more than 0, or fails. */
  isRound?: boolean;
  /** Recorded only within another span: work that nobody requested, such as a check for something to do, is not worth a trace. */
  isPart?: boolean;
}

export interface OpenSpan {
  set(attributes: SpanAttributes): void;
  /** Headers for another server, so that its spans become children of this one (W3C Trace Context). */
  headers(): Record<string, string>;
}

/** The span of a call that is being answered. */
export interface RequestSpan {
  readonly traceId: string;
  within<Result>(work: () => Result): Result;
  end(attributes: SpanAttributes, hasFailed: boolean): void;
}

export interface Tracing {
  span<Result>(asked: AskedSpan, work: (span: OpenSpan) => Promise<Result>): Promise<Result>;
  /** `headers` are those of a caller whose trace is to be continued. */
  request(name: string, headers: Record<string, unknown>): RequestSpan;
  /** The ids of the current span. */
  current(): { trace_id: string; span_id: string } | null;
}

let tracing: Tracing | null = null;

export function traceWith(chosen: Tracing | null): void {
  tracing = chosen;
}

export function readTracing(): Tracing | null {
  return tracing;
}

const noSpan: OpenSpan = { set: () => {}, headers: () => ({}) };

/** Runs `work` in a span, if tracing is on. A failure marks the span and is rethrown. */
export function traced<Result>(ask: () => AskedSpan, work: (span: OpenSpan) => Promise<Result>): Promise<Result> {
  return tracing ? tracing.span(ask(), work) : work(noSpan);
}
