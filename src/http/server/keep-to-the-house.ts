import type { FastifyRequest } from 'fastify';
import type { Http } from './http.ts';
import { requireOperator } from './require-operator.ts';
import { tokenOf } from './require-investor.ts';

/** Metrics and documentation, which show how much is going on and every entrance: nothing the public needs to know. */
const ofTheHouse = /^\/(metrics|docs|openapi\.json)(\/|$)/;

/**
 * In production, restricts these to clients on this machine or with the operator's token. Call before any route is registered. Matches the
 * route's own pattern, so no spelling of a URL gets past.
 */
export function keepToTheHouse({ app, config }: Http): void {
  if (config.mode !== 'production') return;
  app.addHook('onRequest', (request, _reply, done) => {
    const isOpen = !ofTheHouse.test(request.routeOptions.url ?? '') || isOnThisMachine(request);
    if (!isOpen) requireOperator(config, tokenOf(request));
    done();
  });
}

/** Headers of which a proxy usually sets at least one. */
const forwarding = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/**
 * Whether the peer and everybody it forwards for are on this machine. A local proxy that sends no forwarding header is recognised by the
 * requested host name, if it passes that on; one that hides both is for the operator to keep out.
 */
export function isOnThisMachine(request: FastifyRequest): boolean {
  const speaksForOthers = forwarding.some((header) => request.headers[header] !== undefined);
  const chain = request.ips ?? [request.ip];
  if (speaksForOthers && chain.length < 2) return false;
  return [request.socket.remoteAddress ?? '', ...chain].every(isLoopback) && isOwnName(request.headers.host ?? '');
}

function isLoopback(address: string): boolean {
  return /^(::ffff:)?127(\.\d{1,3}){3}$|^::1$/i.test(address);
}

function isOwnName(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(host);
}
