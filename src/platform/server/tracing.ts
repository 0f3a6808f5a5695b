/**
 * Where the product says what it is doing, for whoever traces it. Nothing of OpenTelemetry is loaded here: while nobody traces, each of
 * these is one comparison (docs/decisions/0071-watching.md).
 */

/** What a span says beside its name: names, counts and outcomes. Never an address, a value, or anything of a customer's. */
export type SpanAttributes = Record<string, string | number | boolean | string[]>;

export interface AskedSpan {
  name: string;
  kind?: 'client' | 'internal';
  attributes?: SpanAttributes;
  /** A round of a job: forgotten with all that is in it unless it sets `lastro.done` to more than 0, or fails. */
  isRound?: boolean;
  /** Only as a part of something: what nobody asked for, such as a look whether there is work, is not worth a trace. */
  isPart?: boolean;
}

export interface OpenSpan {
  set(attributes: SpanAttributes): void;
  /** What another server is told, so that its spans hang below this one (W3C Trace Context). */
  headers(): Record<string, string>;
}

/** A call that is being answered. */
export interface RequestSpan {
  readonly traceId: string;
  within<Result>(work: () => Result): Result;
  end(attributes: SpanAttributes, hasFailed: boolean): void;
}

export interface Tracing {
  span<Result>(asked: AskedSpan, work: (span: OpenSpan) => Promise<Result>): Promise<Result>;
  /** `headers` are those of a caller whose trace is continued. */
  request(name: string, headers: Record<string, unknown>): RequestSpan;
  /** The span that this is a part of. */
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

/** Does `work` as a span, where somebody traces. What fails marks the span and is thrown on. */
export function traced<Result>(ask: () => AskedSpan, work: (span: OpenSpan) => Promise<Result>): Promise<Result> {
  return tracing ? tracing.span(ask(), work) : work(noSpan);
}
