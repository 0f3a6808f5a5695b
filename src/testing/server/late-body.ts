import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Http } from '#http/server/http.ts';

export interface LateCall {
  method?: 'POST' | 'PUT' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  /** Sent as it is if it is bytes, otherwise as JSON. */
  body: object | Buffer;
}

export interface LateAnswer {
  statusCode: number;
  headers: IncomingMessage['headers'];
  /** The refusal's code; undefined when it was done. */
  code: string | undefined;
}

/** Three times as long as a look-up of the caller is relied on, in milliseconds. A slower machine only makes it longer. */
const longMs = 300;

/**
 * Makes a call over a real connection whose body arrives late: sends the headers and half of the body, gives the server time to look its
 * caller up, does what the test wants to happen meanwhile, and sends the rest long after.
 */
export async function sendLate(
  { app }: Pick<Http, 'app'>,
  { method = 'POST', url, headers, body }: LateCall,
  meanwhile: () => Promise<unknown>,
): Promise<LateAnswer> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const whole = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  const half = Math.floor(whole.length / 2);
  const sent = { 'content-type': 'application/json', 'content-length': String(whole.length), ...headers };
  // Without keep-alive: the connection ends with the answer.
  const call = request({ host: '127.0.0.1', port, method, path: url, headers: sent, agent: false });
  const answered = once(call, 'response') as Promise<[IncomingMessage]>;
  // Handled below; an answer before the body is complete is an answer too.
  answered.catch(() => {});
  // The server may close a connection whose call it has refused while the rest is still being sent.
  call.on('error', () => {});
  call.write(whole.subarray(0, half));
  await pause(longMs);
  await meanwhile();
  await pause(longMs);
  call.end(whole.subarray(half));
  const [answer] = await answered;
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return {
    statusCode: answer.statusCode ?? 0,
    headers: answer.headers,
    code: text === '' ? undefined : (JSON.parse(text) as { code?: string }).code,
  };
}
