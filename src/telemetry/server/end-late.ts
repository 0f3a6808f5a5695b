import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Duplex } from 'node:stream';

/** Longer than the exporters' own time limit, which starts anew with every byte of an answer. */
const deadlineMs = 15_000;

/** For the exporters: a connection for each call, which ends after a while whatever is still coming. */
export async function endLate(protocol: string): Promise<HttpAgent> {
  const agent = protocol === 'https:' ? new HttpsAgent({ keepAlive: false }) : new HttpAgent({ keepAlive: false });
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    const socket = connect(options, callback);
    if (socket) limit(socket);
    return socket;
  };
  return agent;
}

function limit(socket: Duplex): void {
  const timer = setTimeout(() => socket.destroy(), deadlineMs);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
}
