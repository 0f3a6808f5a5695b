import type { FastifyRequest } from 'fastify';
import type { Http } from './http.ts';
import { requireOperator } from './require-operator.ts';
import { tokenOf } from './require-investor.ts';

/** How much is going on, and every door with its lock: nothing that the public has to know. */
const ofTheHouse = /^\/(metrics|docs|openapi\.json)(\/|$)/;

/**
 * In production these answer to whoever is on this machine, or shows the operator's token. Before anything is registered: the
 * route's own pattern is asked, so that no spelling of an address passes by.
 */
export function keepToTheHouse({ app, config }: Http): void {
  if (config.mode !== 'production') return;
  app.addHook('onRequest', (request, _reply, done) => {
    const isOpen = !ofTheHouse.test(request.routeOptions.url ?? '') || isOnThisMachine(request);
    if (!isOpen) requireOperator(config, tokenOf(request));
    done();
  });
}

/** Whoever speaks for somebody else says so in one of these, mostly. */
const forwarding = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/**
 * The peer itself is here, and everybody for whom it speaks. A proxy on this machine that says nothing about whom it speaks for is
 * told by the name that was asked for, where it hands that on; one that hides both is the operator's to keep out.
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
