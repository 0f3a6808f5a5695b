import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import type { Flood, FloodAnswers, FloodRequest } from './flood.ts';

/** A program of its own, started by flood-honest.ts: sends until it is told to stop, then says how it was answered. */
const unreadBytes = 11_000_000;
const answers: FloodAnswers = {};
const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
let [isOver, sent] = [false, 0];

process.on('message', (message: { address: string; flood: Flood } | 'stop') => {
  if (message !== 'stop') return message.flood.isUnread ? sendUnread(message) : sendAll(message);
  isOver = true;
  process.send?.(answers, () => process.exit(0));
});

function sendAll({ address, flood }: { address: string; flood: Flood }): void {
  const { requests, inFlight } = flood;
  for (let n = 0; n < inFlight; n += 1) void sendInTurn(address, requests, n);
}

async function sendInTurn(address: string, requests: readonly FloodRequest[], first: number): Promise<void> {
  for (let n = first; !isOver; n += 1) {
    const status = await send(address, requests[n % requests.length] as FloodRequest);
    if (Object.keys(answers).length === 0) process.send?.('begun');
    answers[status] = (answers[status] ?? 0) + 1;
  }
}

function send(address: string, { method, path, headers, body }: FloodRequest): Promise<string> {
  const number = String((sent += 1));
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  return new Promise((resolve) => {
    const call = request(
      address + path.replace('{n}', number),
      { method, agent, headers: { ...headers, ...type } },
      (answer) => {
        answer.resume();
        answer.once('close', () => resolve(String(answer.statusCode)));
      },
    );
    call.once('error', ({ code }: NodeJS.ErrnoException) => setTimeout(() => resolve(code ?? 'broken'), 50));
    call.end(body?.replace('{n}', number));
  });
}

function sendUnread({ address, flood }: { address: string; flood: Flood }): void {
  const { hostname, port } = new URL(address);
  const [{ method, path, headers }] = flood.requests as [FloodRequest];
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const one = `${method} ${path} HTTP/1.1\r\nHost: a\r\n${lines.join('')}\r\n`;
  const all = Buffer.from(one.repeat(Math.ceil(unreadBytes / one.length)));
  for (let n = 0; n < flood.inFlight; n += 1) {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.pause();
    socket.on('error', () => {});
    socket.write(all);
    socket.once('connect', () => process.send?.('begun'));
  }
}
