import type { InjectOptions, Response } from 'light-my-request';
import { inject } from 'vitest';
import type { Finding } from '#ledger/server/audit-books.ts';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#settings/server/config.ts';
import type { Http } from '#http/server/http.ts';
import type { Buckets } from '#settings/server/buckets.ts';
import { cloneDatabase, type TestDatabase } from './clone-database.ts';
import { buildWorld } from './build-world.ts';

/** Ana, who has a session token and calls the product over HTTP. */
export interface TestInvestor {
  id: string;
  email: string;
  token: string;
  /** Their own referral code. */
  code: string;
  get(url: string, headers?: Record<string, string>): Promise<Response>;
  post(url: string, body?: object, headers?: Record<string, string>): Promise<Response>;
  balance(): Promise<number>;
}

export interface InvestorOptions {
  balance?: string;
  email?: string;
  isEmailConfirmed?: boolean;
  name?: string;
  /** Their referrer. */
  broughtBy?: TestInvestor;
}

export interface World {
  db: TestDatabase;
  http: Http;
  config: Config;
  /** Business time; stands still until moved. */
  now: Date;
  logLines: string[];
  /** Composes the product on `db`; again after it has been closed. */
  start(): Promise<void>;
  ask(options: InjectOptions): Promise<Response>;
  investor(options?: InvestorOptions): Promise<TestInvestor>;
  /** Credits an investor with own money from outside. */
  bring(investor: Pick<TestInvestor, 'id'>, amount: string): Promise<void>;
  forward(days: number): void;
  /** Settles everything due, as the clockwork does, with every feed complete until now. */
  settle(): Promise<number>;
  audit(): Promise<Finding[]>;
  close(): Promise<void>;
}

export interface WorldSettings {
  treasury?: string;
  env?: Record<string, string>;
  clock?: Clock;
  /** What the gate lets through; by default as fast as anybody asks, because tests ask in a second as much as a customer does in an hour. */
  buckets?: Buckets;
  /** How long a look-up of the caller is relied on, in milliseconds; `Infinity` where statements or round trips are counted. */
  promptMs?: number;
  /** Business time is the database's own, as in production; `now` is ignored. */
  isLive?: boolean;
}

/** The whole product on its own database, with a clock that stands still and a treasury of a million dollars. */
export async function openWorld(settings: WorldSettings = {}): Promise<World> {
  const funded = settings.treasury === undefined ? inject('fundedTemplate') : undefined;
  return buildWorld(await cloneDatabase(funded), settings, funded !== undefined);
}
