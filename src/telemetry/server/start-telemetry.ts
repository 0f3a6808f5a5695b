import type { Environment } from '#platform/server/secret-files.ts';
import { traceWith } from './tracing.ts';
import { readTelemetrySettings } from './telemetry-settings.ts';

export interface Telemetry {
  /** Sends what has been collected, or gives up after this long. */
  stop(deadlineMs?: number): Promise<void>;
}

/** Starts sending traces and metrics where the environment asks for it. OpenTelemetry is loaded only then. */
export async function startTelemetry(env: Environment = process.env): Promise<Telemetry | null> {
  const settings = readTelemetrySettings(env);
  if (!settings) return null;
  const { readResource } = await import('./read-resource.ts');
  const resource = readResource();
  const stops: (() => Promise<void>)[] = [];
  if (settings.traces) {
    const { exportTraces } = await import('./export-traces.ts');
    const { tracing, stop } = exportTraces(settings, resource);
    traceWith(tracing);
    stops.push(stop);
  }
  if (settings.metrics) {
    const { exportMetrics } = await import('./export-metrics.ts');
    stops.push(exportMetrics(settings, resource));
  }
  return {
    stop: async (deadlineMs = 2_000) => {
      traceWith(null);
      // An unavailable collector must not delay the exit.
      const sent = Promise.allSettled(stops.map((stop) => stop()));
      await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, deadlineMs).unref())]);
    },
  };
}
