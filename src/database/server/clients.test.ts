import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openClient } from './clients.ts';
import { openDatabase } from './database.ts';

/** A message of PostgreSQL's protocol. */
function message(kind: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(kind);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const welcome = message('R', Buffer.from([0, 0, 0, 0]));
const ready = message('Z', Buffer.from('I'));
const goodbye = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'));

let server: Server;
let url = '';
let uncaught: unknown[] = [];
const keep = (error: unknown): void => void uncaught.push(error);
let others: NodeJS.UncaughtExceptionListener[] = [];

/** A server that accepts and terminates a connection in one packet, as when its connections are cut. */
beforeEach(async () => {
  server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(Buffer.concat([welcome, ready, goodbye])));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `postgresql://lastro@127.0.0.1:${(server.address() as AddressInfo).port}/lastro?sslmode=disable`;
  uncaught = [];
  others = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', keep);
});
afterEach(async () => {
  process.off('uncaughtException', keep);
  for (const other of others) process.on('uncaughtException', other);
  server.close();
});

test('[R1] a pool survives a connection cut in the very packet that opened it, and reports the error', async () => {
  const db = openDatabase({ url });
  await expect(db.query('SELECT 1')).rejects.toThrow();
  await db.close();
  expect(uncaught).toEqual([]);
});

test('[R1] so does a client by itself', async () => {
  const client = await openClient({ connectionString: url });
  await expect(client.query('SELECT 1')).rejects.toThrow();
  await client.end().catch(() => {});
  expect(uncaught).toEqual([]);
});
