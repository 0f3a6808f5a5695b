import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { Counter, Gauge } from 'prom-client';
import type { Config } from '#settings/server/config.ts';
import { metrics } from '#telemetry/server/metrics.ts';
import { networkOf } from './network-of.ts';

/** Descriptors that the process needs besides those it serves: database connections, files, the brokerage, mail. */
const descriptorsForOthers = 256;

const refused =
  (metrics.getSingleMetric('lastro_connections_refused_total') as Counter<'why'> | undefined) ??
  new Counter({
    name: 'lastro_connections_refused_total',
    help: 'Connections closed immediately: too many in total, or from one network.',
    labelNames: ['why'],
    registers: [metrics],
  });

const open =
  (metrics.getSingleMetric('lastro_connections_open') as Gauge | undefined) ??
  new Gauge({ name: 'lastro_connections_open', help: 'Open connections.', registers: [metrics] });

/**
 * Limits connections in total, to fewer than the process has descriptors for, and per network, so that no single one takes them all. A
 * configured proxy carries everybody's and is exempt from the limit per network.
 */
export function boundConnections(
  server: Server,
  { maxConnections, maxConnectionsPerNetwork, trustedProxies }: Connections,
): void {
  server.maxConnections = Math.max(1, Math.min(maxConnections, mostDescriptors() - descriptorsForOthers));
  server.on('drop', () => refused.inc({ why: 'total' }));
  const isProxy = proxyTest(trustedProxies);
  const ofNetwork = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const network = networkOf(address);
    const others = ofNetwork.get(network) ?? 0;
    if (others >= maxConnectionsPerNetwork && !isProxy(address)) {
      refused.inc({ why: 'network' });
      socket.destroy();
      return;
    }
    ofNetwork.set(network, others + 1);
    open.inc();
    socket.once('close', () => {
      open.dec();
      const left = (ofNetwork.get(network) ?? 1) - 1;
      if (left > 0) ofNetwork.set(network, left);
      else ofNetwork.delete(network);
    });
  });
}

type Connections = Pick<Config, 'maxConnections' | 'maxConnectionsPerNetwork' | 'trustedProxies'>;

/** Tests whether an address belongs to a configured proxy. */
export function proxyTest(proxies: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits) list.addSubnet(address, Number(bits), family);
    else list.addAddress(address, family);
  }
  return (address) => {
    const plain = address.replace(/^::ffff:/i, '');
    return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
  };
}

/** The open-file limit; where the system does not report it, the usual one is assumed. */
function mostDescriptors(): number {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return limit ? Number(limit) : Number.POSITIVE_INFINITY;
  } catch {
    return 10_240;
  }
}
