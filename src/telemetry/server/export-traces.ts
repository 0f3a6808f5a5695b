import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import type { Resource } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { Refusal } from '#platform/refusal.ts';
import type { AskedSpan, OpenSpan, RequestSpan, Tracing } from './tracing.ts';
import { endLate } from './end-late.ts';
import { forgetIdleRounds, isRoundKey } from './forget-idle-rounds.ts';
import type { TelemetrySettings } from './telemetry-settings.ts';

interface Traces {
  tracing: Tracing;
  stop(): Promise<void>;
}

/** Sends spans by OTLP over HTTP, to wherever the exporter's own variables say. */
export function exportTraces(settings: TelemetrySettings, resource: Resource): Traces {
  const batches = new BatchSpanProcessor({
    exporter: new OTLPTraceExporter({ httpAgentOptions: endLate }),
    scheduledDelayMillis: settings.spansEveryMs,
  });
  const provider = new TracerProvider({
    resource,
    sampler: samplerOf(settings),
    spanProcessors: [forgetIdleRounds(batches)],
  });
  const tracer = provider.getTracer('lastro');
  const within = new AsyncLocalStorage<Context>();
  const propagator = new W3CTraceContextPropagator();

  async function span<Result>(asked: AskedSpan, work: (span: OpenSpan) => Promise<Result>): Promise<Result> {
    const parent = within.getStore();
    if (!parent && asked.isPart) return work({ set: () => {}, headers: () => ({}) });
    const options = {
      kind: asked.kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL,
      attributes: { ...asked.attributes, ...(asked.isRound ? { [isRoundKey]: true } : {}) },
    };
    const own = tracer.startSpan(asked.name, options, parent ?? ROOT_CONTEXT);
    const context = trace.setSpan(parent ?? ROOT_CONTEXT, own);
    try {
      return await within.run(context, () =>
        work({ set: (more) => void own.setAttributes(more), headers: () => headersOf(context) }),
      );
    } catch (error) {
      fail(own, error);
      throw error;
    } finally {
      own.end();
    }
  }

  function headersOf(context: Context): Record<string, string> {
    const headers: Record<string, string> = {};
    propagator.inject(context, headers, defaultTextMapSetter);
    return headers;
  }

  function request(name: string, headers: Record<string, unknown>): RequestSpan {
    const parent = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
    const own = tracer.startSpan(name, { kind: SpanKind.SERVER }, parent);
    const context = trace.setSpan(parent, own);
    return {
      traceId: own.spanContext().traceId,
      within: (work) => within.run(context, work),
      end: (attributes, hasFailed) => {
        own.setAttributes(attributes);
        if (hasFailed) own.setStatus({ code: SpanStatusCode.ERROR });
        own.end();
      },
    };
  }

  function current(): ReturnType<Tracing['current']> {
    const context = within.getStore();
    const ids = context && trace.getSpanContext(context);
    return ids ? { trace_id: ids.traceId, span_id: ids.spanId } : null;
  }
  return { tracing: { span, request, current }, stop: () => provider.shutdown() };
}

/** Records the kind and code of an error, not its message, which may quote input. A refusal is not an error. */
function fail(span: Span, error: unknown): void {
  if (error instanceof Refusal) return void span.setAttribute('lastro.refusal', `${error.folder}.${error.code}`);
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute(
    'error.type',
    error instanceof Error ? ('code' in error ? String(error.code) : error.name) : 'unknown',
  );
}

function samplerOf({ sampler, share }: TelemetrySettings): Sampler {
  const root: Record<string, () => Sampler> = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(share),
  };
  const chosen = (root[sampler.replace('parentbased_', '')] as () => Sampler)();
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root: chosen }) : chosen;
}
