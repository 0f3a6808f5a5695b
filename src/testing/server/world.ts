import type { InjectOptions, Response } from 'light-my-request';
import { inject } from 'vitest';
import type { Finding } from '#ledger/server/audit-books.ts';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/server/config.ts';
import type { Http } from '#platform/server/http.ts';
import type { ReadRateLimits } from '#platform/server/keep-reading.ts';
import { cloneDatabase, type TestDatabase } from './clone-database.ts';
import { buildWorld } from './build-world.ts';

/** Ana, who holds a token and asks the product over HTTP. */
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
  /** Who brought them. */
  broughtBy?: TestInvestor;
}

export interface World {
  db: TestDatabase;
  http: Http;
  config: Config;
  /** Business time; stands still until it is moved. */
  now: Date;
  logLines: string[];
  /** Composes the product on `db`, anew when that has been closed. */
  start(): Promise<void>;
  ask(options: InjectOptions): Promise<Response>;
  investor(options?: InvestorOptions): Promise<TestInvestor>;
  /** Money of their own comes to somebody from outside. */
  bring(investor: Pick<TestInvestor, 'id'>, amount: string): Promise<void>;
  forward(days: number): void;
  /** What the clockwork does: everything that has fallen due is settled. */
  settle(): Promise<number>;
  audit(): Promise<Finding[]>;
  close(): Promise<void>;
}

export interface WorldSettings {
  treasury?: string;
  env?: Record<string, string>;
  clock?: Clock;
  /** How fast may be read. Tests ask in a second what a customer does in an hour: as fast as they like unless told. */
  readRateLimits?: ReadRateLimits;
  /** Business time is the database's own, as in production, and `now` counts for nothing. */
  isLive?: boolean;
}

/** The whole product on a database of its own, with a clock that stands still and a treasury of a million dollars. */
export async function openWorld(settings: WorldSettings = {}): Promise<World> {
  const funded = settings.treasury === undefined ? inject('fundedTemplate') : undefined;
  return buildWorld(await cloneDatabase(funded), settings, funded !== undefined);
}
