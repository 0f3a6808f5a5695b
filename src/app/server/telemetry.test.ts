import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectFolder } from '#platform/server/project-folder.ts';
import { repeat } from '#database/server/repeat.ts';
import { startTelemetry, type Telemetry } from '#telemetry/server/start-telemetry.ts';
import type { BrokerageRequest } from '#wallet/brokerage-contract.ts';
import { connectBrokerage } from '#wallet/server/brokerage-client.ts';
import { openWalletWorld, type WalletWorld } from '#testing/server/wallet-world.ts';

/** Traces and metrics as a collector receives them: a small one of our own, by OTLP over HTTP. */
let world: WalletWorld;
let collector: Collector;
let telemetry: Telemetry | null = null;

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number; arrayValue?: { values: { stringValue: string }[] } };
}
interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Attribute[];
  status: { code?: number };
}
interface Collector {
  url: string;
  bodies: string[];
  traceparents: unknown[];
  spans(): SentSpan[];
  server: Server;
}

async function openCollector(): Promise<Collector> {
  const bodies: string[] = [];
  const traceparents: unknown[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      traceparents.push(request.headers.traceparent);
      bodies.push(`${request.url ?? ''} ${body}`);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  interface Traces {
    resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[];
  }
  const spans = (): SentSpan[] =>
    bodies
      .filter((body) => body.startsWith('/v1/traces '))
      .map((body) => JSON.parse(body.slice('/v1/traces '.length)) as Traces)
      .flatMap(({ resourceSpans }) => resourceSpans.flatMap((each) => each.scopeSpans.flatMap((scope) => scope.spans)));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies, traceparents, spans, server };
}

const variables = (): Record<string, string> => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_SERVICE_NAME: 'lastro-of-tests',
  OTEL_BSP_SCHEDULE_DELAY: '20',
  OTEL_METRIC_EXPORT_INTERVAL: '200',
});

beforeAll(async () => {
  collector = await openCollector();
  Object.assign(process.env, variables());
  telemetry = await startTelemetry();
  world = await openWalletWorld();
});
afterAll(async () => {
  await telemetry?.stop();
  for (const name of Object.keys(variables())) delete process.env[name];
  await world.close();
  collector.server.close();
});

const sent = (of: (span: SentSpan) => boolean): Promise<SentSpan[]> =>
  expect
    .poll(() => collector.spans().filter(of))
    .not.toHaveLength(0)
    .then(() => collector.spans().filter(of));

const valueOf = ({ attributes }: SentSpan, key: string): unknown => {
  const value = attributes.find((each) => each.key === key)?.value;
  return value?.arrayValue?.values.map(({ stringValue }) => stringValue) ?? value?.stringValue ?? value?.intValue;
};

test("[O5] a call is a span named by its route template, its queries are child spans, and the caller's trace continues", async () => {
  const ana = await world.investor({ balance: '500.00' });
  const caller = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
  const traceparent = { traceparent: `00-${caller.traceId}-${caller.spanId}-01` };
  const { Id } = (await ana.post('/api/stake', { amount: 300, time_stake: 60 })).json<{ Id: string }>();
  const left = await ana.post(`/api/stake/${Id}`, {}, traceparent);
  expect([left.statusCode, left.headers['x-trace-id']]).toEqual([200, caller.traceId]);
  const [call] = await sent(({ name, traceId }) => name.startsWith('POST /api/stake/') && traceId === caller.traceId);
  expect(call).toMatchObject({ traceId: caller.traceId, parentSpanId: caller.spanId });
  expect(valueOf(call as SentSpan, 'http.response.status_code')).toBe(200);
  const [transaction] = await sent(
    ({ name, traceId }) => name === 'database transaction' && traceId === caller.traceId,
  );
  expect(transaction?.parentSpanId).toBe(call?.spanId);
  expect(valueOf(transaction as SentSpan, 'lastro.statements')).toContainEqual(
    expect.stringMatching(/^INSERT idempotency_keys [0-9a-f]{4}$/),
  );
  const line = world.logLines.map((each) => JSON.parse(each) as Record<string, unknown>);
  expect(line).toContainEqual(
    expect.objectContaining({ msg: 'answered', route: call?.name.replace('POST ', ''), trace_id: caller.traceId }),
  );
});

test('[O5] a batch of several customers’ calls is in the trace of none of them', async () => {
  const ana = await world.investor({ balance: '500.00' });
  const { headers } = await ana.post('/api/stake', { amount: 300, time_stake: 60 });
  const [batch] = await sent(
    (span) =>
      span.name === 'database shared transaction' &&
      JSON.stringify(valueOf(span, 'lastro.statements') ?? []).includes('open_positions'),
  );
  expect(batch?.parentSpanId).toBeFalsy();
  expect(batch?.traceId).not.toBe(headers['x-trace-id']);
});

test('[O5] a remote customer starts a trace of their own, whatever they send', async () => {
  const traceparent = '00-11111111111111111111111111111111-2222222222222222-01';
  const answer = await world.ask({
    method: 'GET',
    url: '/api/user',
    headers: { traceparent },
    remoteAddress: '203.0.113.7',
  });
  expect(answer.headers['x-trace-id']).toMatch(/^(?!1{32})[0-9a-f]{32}$/);
});

test('[O5] a problem response carries its trace id', async () => {
  const answer = await world.ask({ method: 'GET', url: '/api/user', headers: { authorization: 'nobodys' } });
  expect(answer.json()).toMatchObject({ code: 'unauthenticated', traceId: answer.headers['x-trace-id'] });
});

test('[O5] a deposit sent to the brokerage is a span of the job, with its outcome', async () => {
  const ana = await world.investor();
  const worker = world.startWorker();
  const { Id } = await world.deposit(ana, { amount: 100, currency: 'usdt' });
  await world.untilEnded(ana, Id);
  await worker.stop();
  const [send] = await sent(({ name }) => name === 'brokerage send');
  expect(valueOf(send as SentSpan, 'lastro.brokerage.outcome')).toBe('done');
  const [job] = await sent(({ name }) => name === 'job transfers');
  expect([send?.traceId, send?.parentSpanId]).toEqual([job?.traceId, job?.spanId]);
});

test('[O5] the brokerage receives the trace context', async () => {
  const request: BrokerageRequest = {
    reference: randomUUID(),
    account: 'ana',
    direction: 'to_platform',
    amount: '1.000000',
    currency: 'USDT',
    settle_amount: '1.000000',
  };
  const outcome = await connectBrokerage({ url: collector.url, token: 'a token' }).send(request);
  expect(outcome).toEqual({ kind: 'unknown', error: 'unreadable' });
  const [span] = await sent((each) => valueOf(each, 'error.type') === 'unreadable');
  expect(collector.traceparents).toContain(`00-${span?.traceId}-${span?.spanId}-01`);
});

test('[O5] job rounds that did something are traced, those that found nothing are dropped, failures are not', async () => {
  const rounds = [1, 0, 0];
  let failures = 1;
  const onFault = (): void => {};
  const round = async (): Promise<number> => {
    await world.db.query('SELECT 1');
    return rounds.shift() ?? 0;
  };
  const jobs = [
    repeat(round, { restMs: 1, onFault, job: 'of-tests' }),
    repeat(async () => (failures-- > 0 ? Promise.reject(new TypeError('ana@example.com')) : 0), {
      restMs: 1,
      onFault,
      job: 'that-fails',
    }),
  ];
  const [failed] = await sent(({ name }) => name === 'job that-fails');
  expect([failed?.status.code, valueOf(failed as SentSpan, 'error.type')]).toEqual([2, 'TypeError']);
  await sent(({ name }) => name === 'job of-tests');
  await Promise.all(jobs.map((job) => job.stop()));
  await new Promise((resolve) => setTimeout(resolve, 100));
  const done = collector.spans().filter(({ name }) => name === 'job of-tests');
  expect(done).toHaveLength(1);
  expect(collector.spans().filter(({ traceId }) => traceId === done[0]?.traceId)).toHaveLength(2);
});

test("[O5] nothing that is exported names a customer, a call's address or a value", async () => {
  const rui = await world.investor({ balance: '77.00', email: 'rui.moreira@example.com', name: 'Rui Moreira' });
  await rui.get('/api/sponsors/0197b2f3-aaaa-7bbb-8ccc-0123456789ab?from=2026-01-31');
  await rui.post('/api/stake', { amount: 31, time_stake: 30 });
  await sent(({ name }) => name === 'GET /api/sponsors/:id');
  await expect.poll(() => collector.bodies.some((body) => body.startsWith('/v1/metrics '))).toBe(true);
  const everything = collector.bodies.join('\n');
  for (const secret of [rui.id, rui.token, rui.email, rui.code, 'Moreira', '0123456789ab', '2026-01-31'])
    expect(everything).not.toContain(secret);
});

test("[O5] the metrics of /metrics are exported as well, under the service's name", async () => {
  await expect
    .poll(() => collector.bodies.findLast((body) => body.startsWith('/v1/metrics ')) ?? '')
    .toContain('lastro_http_answer_seconds');
  const last = collector.bodies.findLast((body) => body.startsWith('/v1/metrics ')) ?? '';
  interface Metrics {
    resourceMetrics: {
      resource: { attributes: Attribute[] };
      scopeMetrics: { metrics: { name: string; histogram?: { dataPoints: Record<string, unknown[]>[] } }[] }[];
    }[];
  }
  const [of] = (JSON.parse(last.slice('/v1/metrics '.length)) as Metrics).resourceMetrics;
  expect(of?.resource.attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'lastro-of-tests' } });
  const figures = of?.scopeMetrics.flatMap(({ metrics }) => metrics) ?? [];
  const [point] = figures.find(({ name }) => name === 'lastro_http_answer_seconds')?.histogram?.dataPoints ?? [];
  const counts = (point?.bucketCounts ?? []).map(Number);
  expect(counts.reduce((sum, each) => sum + each, 0)).toBe(Number(point?.count));
  expect(counts).toHaveLength((point?.explicitBounds?.length ?? 0) + 1);
  expect(figures.map(({ name }) => name)).toContain('lastro_treasury_usd');
});

test('[O5] loads no OpenTelemetry module unless configured; when configured, follows the sampler', async () => {
  // In a separate process. prom-client brings the interfaces (@opentelemetry/api) along, with or without tracing.
  const program = `
    import { createRequire } from 'node:module';
    import { startTelemetry } from '#telemetry/server/start-telemetry.ts';
    import { traced } from '#telemetry/server/tracing.ts';
    await import('#app/server/compose.ts');
    const { cache } = createRequire(import.meta.url);
    const loaded = () => Object.keys(cache).filter((file) => /@opentelemetry.(?!api\\b)/.test(file)).length;
    const said = [];
    for (const more of [null, { OTEL_SDK_DISABLED: 'true' }, { OTEL_TRACES_SAMPLER: 'always_off', OTEL_METRICS_EXPORTER: 'none' }]) {
      const telemetry = await startTelemetry(more ? { ...process.env, ...more } : {});
      await traced(() => ({ name: 'kept or not' }), async () => {});
      await telemetry?.stop();
      said.push(loaded());
    }
    console.log(JSON.stringify(said));`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: projectFolder });
  expect(JSON.parse(stdout)).toEqual([0, 0, expect.toSatisfy((count: number) => count > 0)]);
  expect(collector.spans().filter(({ name }) => name === 'kept or not')).toEqual([]);
}, 120_000);
