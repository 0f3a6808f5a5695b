import { isIP } from 'node:net';
import type { Config } from '#settings/server/config.ts';

/** Where passkeys work: browsers bind them to a host name and do not accept a bare IP address. */
export interface PasskeySite {
  /** The relying party id: a host name. */
  name: string;
  /** The origins from which answers are accepted. */
  origins: string[];
  /** Where a customer has to open the product for passkeys to work. */
  address: string;
}

/**
 * The name is the host of PUBLIC_URL. An installation on a loopback address is also reachable as `localhost`, where passkeys work; on any
 * other bare address there are none.
 */
export function readPasskeySite({
  publicUrl,
  webOrigins,
}: Pick<Config, 'publicUrl' | 'webOrigins'>): PasskeySite | null {
  const { hostname, origin, protocol, port } = new URL(publicUrl);
  const host = hostname.replaceAll(/[[\]]/g, '');
  if (isIP(host) === 0) return { name: host, origins: [origin, ...webOrigins], address: origin };
  const isOwn = host === '::1' || host.startsWith('127.');
  if (!isOwn) return null;
  const local = `${protocol}//localhost${port && `:${port}`}`;
  return { name: 'localhost', origins: [local, ...webOrigins], address: local };
}
