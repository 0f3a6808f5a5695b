import type { Response } from 'light-my-request';
import { TOTP } from 'otpauth';
import { markOf } from '#auth/server/marked-session.ts';
import { createPasswordWork } from '#auth/server/password-work.ts';
import { openWorld, type TestInvestor, type World } from '#testing/server/world.ts';
import type { Clock } from '#platform/clock.ts';
import { drawToken } from '#platform/server/secret-token.ts';
import { transaction } from '#database/server/transaction.ts';
import type { PasskeyQuestion } from '../../contract.ts';
import { insertTicket } from '../ticket-store.ts';
import { createSoftPasskey, type SoftPasskey } from './soft-passkey.ts';

export const password = 'capivara no telhado';
export const site = { name: 'lastro.example', origin: 'https://lastro.example' };

/** A customer with a password and, once set up, a second factor. */
export interface KeyOwner {
  id: string;
  email: string;
  token: string;
  recoveryCodes: string[];
  /** The next unused code: each call moves the clock forward by thirty seconds. */
  nextCode(): string;
  /** The current code; does not move the clock. */
  code(): string;
  passkey: SoftPasskey;
  post(url: string, body: object, headers?: Record<string, string>): Promise<Response>;
  get(url: string): Promise<Response>;
}

export interface KeyWorld extends World {
  /** Real time, as the product sees it. */
  clock: Clock & { at: Date; forward(seconds: number): void };
  /** Registered, with this balance and a confirmed address. */
  owner(balance?: string): Promise<KeyOwner>;
  /** The same, with an authenticator app. */
  withApp(balance?: string): Promise<KeyOwner>;
  withPasskey(options?: { isSynced?: boolean; balance?: string }): Promise<KeyOwner>;
  logIn(owner: Pick<KeyOwner, 'email'>, tried?: string): Promise<Response>;
}

export async function openKeyWorld(): Promise<KeyWorld> {
  const clock = { at: new Date(), now: () => clock.at, forward: (seconds: number) => forward(clock, seconds) };
  const env = { SECOND_KEY_SECRET: 'a-secret-for-tests-that-is-long-enough', PUBLIC_URL: site.origin };
  const world = (await openWorld({ env, clock })) as KeyWorld;
  world.clock = clock;
  world.owner = (balance) => makeOwner(world, balance);
  world.withApp = async (balance) => addApp(world, await makeOwner(world, balance));
  world.withPasskey = async ({ isSynced = false, balance } = {}) =>
    addPasskey(await makeOwner(world, balance, isSynced));
  world.logIn = ({ email }, tried = password) =>
    world.ask({ method: 'POST', url: '/auth', body: { email, password: tried } });
  return world;
}

function forward(clock: { at: Date }, seconds: number): void {
  clock.at = new Date(clock.at.getTime() + seconds * 1000);
}

async function makeOwner(world: KeyWorld, balance?: string, isSynced = false): Promise<KeyOwner> {
  const who = await world.investor({ isEmailConfirmed: true, ...(balance && { balance }) });
  await givePassword(world, who);
  const { token } = who;
  const ask = (method: 'GET' | 'POST', url: string, body?: object, headers?: Record<string, string>) =>
    world.ask({ method, url, headers: { authorization: token, ...headers }, ...(body ? { body } : {}) });
  const noApp = () => {
    throw new Error('has no authenticator app');
  };
  return {
    id: who.id,
    email: who.email,
    token,
    recoveryCodes: [],
    code: noApp,
    nextCode: noApp,
    passkey: createSoftPasskey({ ...site, isSynced }),
    post: (url, body, headers) => ask('POST', url, body, headers),
    get: (url) => ask('GET', url),
  };
}

/** Hashing is expensive, so all share one hash. */
let hashed: string | null = null;
async function givePassword(world: World, who: TestInvestor): Promise<void> {
  hashed ??= await createPasswordWork().hash(password);
  await world.db.query('UPDATE customers SET password_hash = $2 WHERE id = $1', [who.id, hashed]);
}

async function addApp(world: KeyWorld, owner: KeyOwner): Promise<KeyOwner> {
  const { Secret } = (await owner.post('/api/second-key/app', { proof: { password } })).json<{ Secret: string }>();
  const totp = new TOTP({ secret: Secret });
  owner.code = () => totp.generate({ timestamp: world.clock.at.getTime() });
  owner.nextCode = () => {
    world.clock.forward(30);
    return owner.code();
  };
  const answer = await owner.post('/api/second-key/app/confirm', { code: owner.code() });
  owner.recoveryCodes = answer.json<{ RecoveryCodes: string[] | null }>().RecoveryCodes ?? [];
  return owner;
}

export async function addPasskey(owner: KeyOwner, proof: object = { password }): Promise<KeyOwner> {
  const question = (await owner.post('/api/second-key/passkeys/begin', { proof })).json<PasskeyQuestion>();
  const body = { name: 'Celular', credential: owner.passkey.make(question.challenge) };
  const answer = await owner.post('/api/second-key/passkeys', body);
  owner.recoveryCodes = answer.json<{ RecoveryCodes: string[] | null }>().RecoveryCodes ?? owner.recoveryCodes;
  return owner;
}

export async function challengeFor(owner: KeyOwner, purpose: string, input: object = {}): Promise<string> {
  const answer = await owner.post('/api/second-key/challenges', { purpose, ...input });
  return answer.json<PasskeyQuestion>().challenge;
}

/** Tickets of this many logins with the right password that stop at the second factor. */
export function ticketsOf(world: KeyWorld, { id }: KeyOwner, count: number): Promise<string[]> {
  const mark = markOf({ passwordHash: hashed ?? '' });
  const expiresAt = new Date(world.clock.at.getTime() + 60_000);
  const tokens = Array.from({ length: count }, () => drawToken(id));
  return transaction(world.db, async (tx) => {
    for (const token of tokens) {
      await insertTicket(tx, { token, customerId: id, mark, keep: false, attempts: 5, expiresAt });
    }
    return tokens;
  });
}
