import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { endLate } from './end-late.ts';

test('[O5] a collector whose answer drips and never ends is given up', async () => {
  const server = createServer((_asked, answer) => {
    const drip = setInterval(() => answer.write('x'), 20);
    answer.on('close', () => clearInterval(drip));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const agent = await endLate('http:');
    const sent = request({ port: (server.address() as AddressInfo).port, agent, method: 'POST' });
    sent.end('{}');
    const [answer] = (await once(sent, 'response')) as [NodeJS.ReadableStream];
    answer.resume();
    const ended = once(answer, 'error');
    vi.advanceTimersByTime(15_000);
    expect(String((await ended)[0])).toMatch(/aborted|no whole answer/);
  } finally {
    vi.useRealTimers();
    server.closeAllConnections();
    server.close();
  }
});
