import { type HrTime, ValueType } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import type { Resource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type CollectionResult,
  type DataPoint,
  DataPointType,
  type Histogram,
  MeterProvider,
  type MetricData,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { metrics } from './metrics.ts';
import { endLate } from './end-late.ts';
import type { TelemetrySettings } from './telemetry-settings.ts';

interface Value {
  value: number;
  metricName?: string;
  labels: Record<string, string | number>;
}

interface Figure {
  name: string;
  help: string;
  type: string;
  values: Value[];
}

/** Sends the metrics of /metrics, all of them and nothing else, by OTLP over HTTP. Returns how to stop. */
export function exportMetrics(settings: TelemetrySettings, resource: Resource): () => Promise<void> {
  const since = now();
  const collect = async (): Promise<CollectionResult> => {
    const figures = (await metrics.getMetricsAsJSON()) as unknown as Figure[];
    const scopeMetrics = [{ scope: { name: 'lastro' }, metrics: figures.flatMap((figure) => present(figure, since)) }];
    return { resourceMetrics: { resource, scopeMetrics }, errors: [] };
  };
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter({ httpAgentOptions: endLate }),
    exportIntervalMillis: settings.metricsEveryMs,
    exportTimeoutMillis: Math.min(settings.metricsEveryMs, 30_000),
    metricProducers: [{ collect }],
  });
  const provider = new MeterProvider({ resource, readers: [reader] });
  return () => provider.shutdown();
}

function present({ name, help, type, values }: Figure, startTime: HrTime): MetricData[] {
  const said = values.filter(({ value }) => Number.isFinite(value));
  if (said.length === 0) return [];
  const base = {
    descriptor: { name, description: help, unit: name.endsWith('_seconds') ? 's' : '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  const point = <Of>(labels: Value['labels'], value: Of): DataPoint<Of> => {
    return { startTime, endTime: now(), attributes: labels, value };
  };
  const points = (): DataPoint<number>[] => said.map(({ labels, value }) => point(labels, value));
  if (type === 'counter')
    return [{ ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points() }];
  if (type === 'gauge') return [{ ...base, dataPointType: DataPointType.GAUGE, dataPoints: points() }];
  if (type !== 'histogram') return [];
  const dataPoints = gatherHistograms(said).map(({ labels, histogram }) => point(labels, histogram));
  return [{ ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints }];
}

/** Converts cumulative buckets (Prometheus) to counts between two bounds (OpenTelemetry). */
function gatherHistograms(values: Value[]): { labels: Value['labels']; histogram: Histogram }[] {
  const series = new Map<
    string,
    { labels: Value['labels']; buckets: [number, number][]; sum: number; count: number }
  >();
  for (const { value, metricName = '', labels: all } of values) {
    const { le, ...labels } = all;
    const key = JSON.stringify(labels);
    const own = series.get(key) ?? { labels, buckets: [], sum: 0, count: 0 };
    series.set(key, own);
    if (metricName.endsWith('_sum')) own.sum = value;
    else if (metricName.endsWith('_count')) own.count = value;
    else own.buckets.push([le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le), value]);
  }
  return [...series.values()].map(({ labels, buckets, sum, count }) => {
    const ordered = buckets.toSorted(([a], [b]) => a - b);
    const counts = ordered.map(([, upTo], index) => upTo - (ordered[index - 1]?.[1] ?? 0));
    const boundaries = ordered.map(([bound]) => bound).filter(Number.isFinite);
    return { labels, histogram: { buckets: { boundaries, counts }, sum, count } };
  });
}

function now(): HrTime {
  const ms = Date.now();
  return [Math.trunc(ms / 1000), (ms % 1000) * 1_000_000];
}
