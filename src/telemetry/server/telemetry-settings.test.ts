import { expect, test } from 'vitest';
import { readTelemetrySettings } from './telemetry-settings.ts';

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };

test('[O5] traces and metrics are each sent where an endpoint is configured for them', () => {
  expect(readTelemetrySettings({})).toBeNull();
  expect(readTelemetrySettings({ ...endpoint, OTEL_SDK_DISABLED: 'TRUE' })).toBeNull();
  expect(readTelemetrySettings(endpoint)).toEqual({
    traces: true,
    metrics: true,
    sampler: 'parentbased_always_on',
    share: 1,
    spansEveryMs: 5_000,
    metricsEveryMs: 60_000,
  });
  expect(readTelemetrySettings({ ...endpoint, OTEL_METRICS_EXPORTER: 'none' })).toMatchObject({ metrics: false });
  const ofTraces = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector/v1/traces' };
  expect(readTelemetrySettings(ofTraces)).toMatchObject({ traces: true, metrics: false });
});

const wrong: [Record<string, string>, string][] = [
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must'],
  [{ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'http/json'],
  [{ ...endpoint, OTEL_TRACES_EXPORTER: 'zipkin' }, 'otlp or none'],
  [{ ...endpoint, OTEL_TRACES_SAMPLER: 'sometimes' }, 'must be one of always_on'],
  [{ ...endpoint, OTEL_TRACES_SAMPLER_ARG: '2' }, 'from 0 to 1'],
  [{ ...endpoint, OTEL_METRIC_EXPORT_INTERVAL: '0' }, 'from 1 to'],
  [{ ...endpoint, OTEL_BSP_SCHEDULE_DELAY: '-1' }, 'from 1 to'],
];

test.each(wrong)('[O5] %o is rejected with a message', (env, words) => {
  expect(() => readTelemetrySettings(env)).toThrow(words);
});
