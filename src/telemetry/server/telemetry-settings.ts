import { PlainFailure } from '#platform/server/plain-failure.ts';
import type { Environment } from '#platform/server/secret-files.ts';

export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Settings from OpenTelemetry's own variables. Endpoints, headers and timeouts are read by its exporters themselves. */
export interface TelemetrySettings {
  traces: boolean;
  metrics: boolean;
  sampler: (typeof samplers)[number];
  /** From 0 to 1: the share of traces kept by ratio samplers. */
  share: number;
  /** How long spans and metrics are collected before they are sent, in milliseconds. */
  spansEveryMs: number;
  metricsEveryMs: number;
}

/**
 * Null when nothing is sent: no endpoint is named, or OTEL_SDK_DISABLED is `true`. The names and defaults are the specification's; values
 * that it would only warn about are refused, as for every other setting.
 */
export function readTelemetrySettings(env: Environment): TelemetrySettings | null {
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return null;
  const isAsked = (signal: 'TRACES' | 'METRICS'): boolean => {
    const exporter = env[`OTEL_${signal}_EXPORTER`] || 'otlp';
    if (exporter !== 'otlp' && exporter !== 'none')
      throw new PlainFailure(`OTEL_${signal}_EXPORTER is ${exporter}: it must be otlp or none.`);
    const [said, endpoint = ''] = saidOf(env, signal, 'ENDPOINT');
    if (!endpoint || exporter === 'none') return false;
    if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol))
      throw new PlainFailure(`${said} must be http://… or https://….`);
    const [named, protocol = 'http/json'] = saidOf(env, signal, 'PROTOCOL');
    if (protocol !== 'http/json') throw new PlainFailure(`${named} is ${protocol}: Lastro sends http/json.`);
    const [timeout, ms = '10000'] = saidOf(env, signal, 'TIMEOUT');
    if (!/^[1-9]\d{0,6}$/.test(ms)) throw new PlainFailure(`${timeout} must be a number of milliseconds, not ${ms}.`);
    return true;
  };
  const [traces, metrics] = [isAsked('TRACES'), isAsked('METRICS')];
  if (!traces && !metrics) return null;
  const sampler = samplers.find((each) => each === (env.OTEL_TRACES_SAMPLER || 'parentbased_always_on'));
  if (!sampler) throw new PlainFailure(`OTEL_TRACES_SAMPLER must be one of ${samplers.join(', ')}.`);
  return {
    traces,
    metrics,
    sampler,
    share: readNumber(env, 'OTEL_TRACES_SAMPLER_ARG', { usual: 1, least: 0, most: 1 }),
    spansEveryMs: readNumber(env, 'OTEL_BSP_SCHEDULE_DELAY', { usual: 5_000, least: 1, most: 3_600_000 }),
    metricsEveryMs: readNumber(env, 'OTEL_METRIC_EXPORT_INTERVAL', { usual: 60_000, least: 1, most: 3_600_000 }),
  };
}

/** A signal's own variable, or else that of both, and its value. */
function saidOf(env: Environment, signal: string, what: string): [name: string, value?: string] {
  const [own, both] = [`OTEL_EXPORTER_OTLP_${signal}_${what}`, `OTEL_EXPORTER_OTLP_${what}`];
  const name = env[own] ? own : both;
  return env[name] ? [name, env[name]] : [name];
}

interface Bounds {
  usual: number;
  least: number;
  most: number;
}

function readNumber(env: Environment, name: string, { usual, least, most }: Bounds): number {
  const number = Number(env[name] || usual);
  if (number >= least && number <= most) return number;
  throw new PlainFailure(`${name} must be a number from ${least} to ${most}.`);
}
