import { isIPv4, isIPv6 } from 'node:net';

/** An address with its port, or an IPv6 one in brackets, as some proxies forward it. */
const withPort = /^(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/;
const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * The part of an address that identifies a household: all of an IPv4 address, the first 64 bits of an IPv6 one, where every customer has
 * more addresses than could ever be counted.
 */
export function networkOf(address: string): string {
  const [, bracketed, plain] = withPort.exec(address) ?? [];
  const bare = bracketed ?? plain ?? address;
  const v4 = mapped.exec(bare)?.[1] ?? bare;
  if (isIPv4(v4) || !isIPv6(v4)) return v4;
  const [head = '', tail] = (v4.split('%')[0] as string).split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(Math.max(missing, 0)).fill('0'), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
