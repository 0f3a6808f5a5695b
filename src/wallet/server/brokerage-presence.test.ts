import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import type { BrokerageRequest } from '../brokerage-contract.ts';
import { type Brokerage, connectBrokerage } from './brokerage-client.ts';
import { watchPresence } from './brokerage-presence.ts';

const request: BrokerageRequest = {
  reference: 'a-reference',
  account: 'an-account',
  direction: 'to_platform',
  amount: '1.000000',
  currency: 'USDT',
  settle_amount: '1.000000',
};

test.each([
  ['7', 7_000],
  ['999999', 86_400_000],
])('[F4] an answer that asks to be left alone for %s s says so', async (after, retryAfterMs) => {
  const server = createServer((_asked, answer) => answer.writeHead(429, { 'retry-after': after }).end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const outcome = await connectBrokerage({ url, token: 'x' }).send(request);
  server.close();
  expect(outcome).toEqual({ kind: 'unknown', error: 'http_429', retryAfterMs });
});

test('[F4] the brokerage is left alone as it asks, at most an hour, and no longer for an answer that asks nothing', async () => {
  const outcomes = [
    { kind: 'done' } as const,
    { kind: 'unknown', error: 'http_503', retryAfterMs: 30_000 } as const,
    { kind: 'unknown', error: 'timeout' } as const,
    { kind: 'unknown', error: 'http_429', retryAfterMs: 86_400_000 } as const,
  ];
  const answering = async () => outcomes.shift() ?? ({ kind: 'done' } as const);
  const fake: Brokerage = { send: answering, ask: answering };
  const { brokerage, pauseMs } = watchPresence(fake, 16);
  const paused: number[] = [];
  for (let n = 0; n < 4; n += 1) {
    await brokerage.send(request);
    paused.push(Math.ceil(pauseMs() / 10_000) * 10_000);
  }
  expect(paused).toEqual([0, 30_000, 30_000, 3_600_000]);
});
