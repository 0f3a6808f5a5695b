import { Writable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import type { ServerResponse } from 'node:http';
import { mostUnreadBytes, openEventStream } from './event-stream.ts';

const money = new Set(['money'] as const);

/** A fake response to write to, whose other end reads or does not. */
function reader(isReading: boolean): { to: ServerResponse; heard: () => string } {
  let heard = '';
  const to = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      heard += chunk.toString();
      if (isReading) done();
    },
  });
  return { to: to as unknown as ServerResponse, heard: () => heard };
}

test('drops a client that does not read, without losing anything for it', async () => {
  const { to } = reader(false);
  const onEnd = vi.fn();
  const stream = openEventStream({ to, isSessionAlive: async () => true, onEnd, spacingMs: 0 });
  stream.begin(0);
  for (let n = 0; n < 2_000 && onEnd.mock.calls.length === 0; n += 1) {
    stream.announce(money);
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  expect(onEnd).toHaveBeenCalledOnce();
  expect(to.destroyed).toBe(true);
  expect(to.writableLength).toBeLessThan(2 * mostUnreadBytes);
});

test('[A5] an ended session is told only that it ended, not the change that came with it', async () => {
  const { to, heard } = reader(true);
  let isAlive = true;
  const onEnd = vi.fn();
  const stream = openEventStream({ to, isSessionAlive: async () => isAlive, onEnd, spacingMs: 0 });
  stream.begin(0);
  stream.announce(money);
  await vi.waitFor(() => expect(heard()).toContain('event: changed\ndata: {"topics":["money"]}\n\n'));
  isAlive = false;
  const before = heard().length;
  stream.announce(money);
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalledOnce());
  expect(heard().slice(before)).toBe('event: ended\ndata: {}\n\n');
  stream.announce(money);
  await stream.beat();
  expect(heard().slice(before)).toBe('event: ended\ndata: {}\n\n');
});

test('a stream is closed rather than served while its session cannot be verified', async () => {
  const { to, heard } = reader(true);
  const onEnd = vi.fn();
  const away = async (): Promise<boolean> => Promise.reject(new Error('the database is away'));
  const stream = openEventStream({ to, isSessionAlive: away, onEnd });
  stream.announce(money);
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalledOnce());
  expect(heard()).toBe('');
});
