import type { Machine } from './network.ts';

interface Ports {
  primary: number;
  replicas: number;
}

/** One address that leads to the primary according to Patroni, and one that leads to its replicas. */
export function haproxySettings(machines: readonly Machine[], { primary, replicas }: Ports): string {
  const servers = machines
    .map(({ name, address }) => `    server ${name} ${address}:5432 maxconn 90 check port 8008`)
    .join('\n');
  const listen = (name: string, port: number, path: string): string => `
listen ${name}
    bind 127.0.0.1:${port}
    option httpchk OPTIONS ${path}
    http-check expect status 200
    default-server inter 500ms fastinter 250ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers}
`;
  return `global
    maxconn 500
defaults
    mode tcp
    retries 2
    timeout connect 2s
    timeout check 1s
    timeout client 30m
    timeout server 30m
${listen('primary', primary, '/primary')}${listen('replicas', replicas, '/replica?lag=16MB')}`;
}
