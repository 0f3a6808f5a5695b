import { createServer, type AddressInfo } from 'node:net';

/** Returns the preferred port when it is free, otherwise one chosen by the system. */
export async function freePort(preferred = 0, host = '127.0.0.1'): Promise<number> {
  return (await listenOnce(preferred, host)) ?? (await listenOnce(0, host)) ?? 0;
}

export async function isPortFree(port: number, host: string): Promise<boolean> {
  return (await listenOnce(port, host)) !== null;
}

function listenOnce(port: number, host: string): Promise<number | null> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(null) : reject(error),
    );
    server.listen(port, host, () => {
      const bound = (server.address() as AddressInfo).port;
      server.close(() => resolve(bound));
    });
  });
}
