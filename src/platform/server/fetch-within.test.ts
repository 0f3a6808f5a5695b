import { execFile } from 'node:child_process';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchWithin, within } from './fetch-within.ts';

const run = promisify(execFile);
const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

/** In a process of its own: inside vitest nothing that matters here is ever collected. Prints how each call ended. */
const program = `
  import { fetchWithin } from '#platform/server/fetch-within.ts';
  setInterval(globalThis.gc, 25).unref();
  const calls = Array.from({ length: 20 }, () => fetchWithin(600, process.env.ASKED, { redirect: 'error' }).then(() => 'answered', (error) => error.name));
  const stuck = new Promise((resolve) => setTimeout(resolve, 10_000, ['stuck']));
  console.log(JSON.stringify(await Promise.race([Promise.all(calls), stuck])));
  process.exit();
`;
const args = ['--expose-gc', '--import', 'tsx', '--input-type=module', '--eval', program];

/** What a server may do with an answer that is never finished. */
const endless: Record<string, RequestListener> = {
  '/silent': () => {},
  '/headers': (_request, response) => response.writeHead(200).flushHeaders(),
  '/drips': (_request, response) => drip(response.writeHead(200)),
  '/drips-with-length': (_request, response) => drip(response.writeHead(200, { 'content-length': '900000' })),
  '/drips-an-error': (_request, response) => drip(response.writeHead(503)),
};
let server: Server;
let url = '';
const sockets = new Set<Socket>();

function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write('{'), 20);
  response.on('close', () => clearInterval(timer));
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const answer = endless[request.url ?? ''];
    if (answer) return answer(request, response);
    const [, status = '200', bytes = '0'] = (request.url ?? '').split('/');
    return response.writeHead(Number(status)).end(Number(bytes) > 0 ? 'é'.repeat(Number(bytes) / 2) : undefined);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test.each(Object.keys(endless))(
  '[F4] [L16] twenty endless answers at once (%s) are all given up in time, however often garbage is collected, and their connections end',
  async (path) => {
    const { stdout } = await run(process.execPath, args, { cwd: root, env: { ...process.env, ASKED: url + path } });
    expect(JSON.parse(stdout)).toEqual(Array.from({ length: 20 }, () => 'TimeoutError'));
    await expect.poll(() => sockets.size).toBe(0);
  },
);

test('[F4] an answer in time is whole: status, body, none at all', async () => {
  const answer = await fetchWithin(20_000, `${url}/201/100000`);
  expect([answer.status, answer.ok, (await answer.text()).length]).toEqual([201, true, 50_000]);
  for (const status of [204, 304, 404, 500])
    expect((await fetchWithin(20_000, `${url}/${status}/0`)).status).toBe(status);
});

test('[L10] an answer that is too long is not read to its end', async () => {
  await expect(fetchWithin(20_000, `${url}/200/262146`)).rejects.toThrow('too long');
  expect((await (await fetchWithin(20_000, `${url}/200/262146`, {}, 300_000)).text()).length).toBe(131_073);
});

test('[L16] whatever does not listen to its signal is left behind too', async () => {
  await expect(within(50, () => new Promise(() => {}))).rejects.toThrow('no answer within 50 ms');
  expect(await within(20_000, async () => 'done')).toBe('done');
});
