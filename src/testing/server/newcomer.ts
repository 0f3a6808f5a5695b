import { randomUUID } from 'node:crypto';
import type { Response } from 'light-my-request';
import type { World } from './world.ts';

/** The input of the register page, with a new email address each time. */
export function newcomer(options: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    name: 'Bruno Lima',
    email: `bruno-${randomUUID()}@example.com`,
    phone: '+5521998765432',
    birth: '1988-11-03',
    password: 'capivara no telhado',
    terms: true,
    ...options,
  };
}

export function register(world: World, options: Record<string, unknown> = {}, from?: string): Promise<Response> {
  return send(world, '/auth/register', newcomer(options), from);
}

export function logIn(world: World, body: Record<string, unknown>, from?: string): Promise<Response> {
  return send(world, '/auth', body, from);
}

function send(world: World, url: string, body: object, remoteAddress = '203.0.113.7'): Promise<Response> {
  return world.ask({ method: 'POST', url, body, remoteAddress });
}

export function meet(world: World, token: string): Promise<Response> {
  return world.ask({ method: 'GET', url: '/api/user', headers: { authorization: token } });
}
