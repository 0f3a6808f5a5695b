import { SpanStatusCode } from '@opentelemetry/api';
import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace';

/** The attribute that marks a span as a round of a job, and the one for how much the round did. */
export const isRoundKey = 'lastro.round';
export const doneKey = 'lastro.done';

/** How many spans of a running round are held; beyond that they are sent as they come. */
const mostHeld = 1_000;

/**
 * Jobs check twice a second for something to do. Spans of a round wait until it has ended, and are dropped with a round that found nothing,
 * unless it failed.
 */
export function forgetIdleRounds(inner: SpanProcessor): SpanProcessor {
  const rounds = new Map<string, { spanId: string; held: ReadableSpan[] }>();
  return {
    onStart: (span, context) => {
      const { traceId, spanId } = span.spanContext();
      if (span.attributes[isRoundKey]) rounds.set(traceId, { spanId, held: [] });
      inner.onStart(span, context);
    },
    onEnd: (span) => {
      const { traceId, spanId } = span.spanContext();
      const round = rounds.get(traceId);
      if (!round) return inner.onEnd(span);
      const isOver = round.spanId === spanId;
      if (!isOver && round.held.length < mostHeld) return void round.held.push(span);
      const didSomething = Number(span.attributes[doneKey] ?? 0) > 0 || span.status.code === SpanStatusCode.ERROR;
      if (isOver) rounds.delete(traceId);
      if (isOver && !didSomething) return;
      for (const each of round.held.splice(0)) inner.onEnd(each);
      inner.onEnd(span);
    },
    forceFlush: () => inner.forceFlush(),
    shutdown: () => inner.shutdown(),
  };
}
