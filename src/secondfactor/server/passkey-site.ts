import { isIP } from 'node:net';
import type { Config } from '#platform/server/config.ts';

/** Where passkeys work: browsers bind them to a name, and take no bare network address for one. */
export interface PasskeySite {
  /** The relying party's id: a host name. */
  name: string;
  /** The pages whose word for it is taken. */
  origins: string[];
  /** Where a customer opens the product so that passkeys work. */
  address: string;
}

/**
 * The name is PUBLIC_URL's. An installation on this machine's own address is reachable as `localhost` too, and there they
 * work; anywhere else without a name there are none.
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
