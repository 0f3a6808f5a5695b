import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The operator's metrics, in Prometheus' text format. They hold no customer's data. */
export const metrics = new Registry();

collectDefaultMetrics({ register: metrics });

const answers = new Histogram({
  name: 'lastro_http_answer_seconds',
  help: 'Time to answer a call, by route template, method and status.',
  labelNames: ['route', 'method', 'status'],
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [metrics],
});

export function countAnswer(route: string, method: string, status: number, elapsedMs: number): void {
  answers.observe({ route, method, status }, elapsedMs / 1000);
}

/**
 * A figure read from the database whenever the metrics are scraped. Declared once per process. One that cannot be read is `NaN`, and the
 * others are still reported: they are needed most when something is down.
 */
export function gauge(name: string, help: string, read: () => Promise<number>): void {
  if (metrics.getSingleMetric(name)) metrics.removeSingleMetric(name);
  new Gauge({
    name,
    help,
    registers: [metrics],
    async collect() {
      this.set(await read().catch(() => Number.NaN));
    },
  });
}

/**
 * The same with one value for each of a few names, such as the products; never for names whose number grows with customers. Has no values
 * while they cannot be read.
 */
export function gaugeBy(name: string, help: string, label: string, read: () => Promise<Record<string, number>>): void {
  if (metrics.getSingleMetric(name)) metrics.removeSingleMetric(name);
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [metrics],
    async collect() {
      this.reset();
      const figures = await read().catch(() => ({}));
      for (const [value, figure] of Object.entries(figures)) this.set({ [label]: value }, figure);
    },
  });
}
