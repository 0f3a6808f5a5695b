import { SpanStatusCode } from '@opentelemetry/api';
import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace';

/** What marks a span as a round of a job, and what it sets to how much it found to do. */
export const isRoundKey = 'lastro.round';
export const doneKey = 'lastro.done';

/** What is held of a round that is under way; the spans of a longer one leave as they come. */
const mostHeld = 1_000;

/**
 * Jobs look twice a second whether there is something to do. Spans of a round wait until it has ended, and a round that found nothing
 * is forgotten with them; one that failed is not.
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
