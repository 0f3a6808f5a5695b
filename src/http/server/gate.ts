import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod, RouteOptions } from 'fastify';
import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '#platform/refusal.ts';
import { refusePlatform } from '#platform/refusals.ts';
import { type BucketName, bucketNames, bucketOf, type Buckets } from '#settings/server/buckets.ts';
import { networkOf } from './network-of.ts';
import { type LimitRate, limitRate } from './rate-limit.ts';
import { type Leave, type OnGone, type SharedWork, shareOut } from './share-out.ts';

/**
 * Every route names a bucket, in which each customer, or each network where nobody is logged in, has a rate and a number of calls under way.
 * Whatever is more waits its turn, one of each party in a round, and in a full queue a place is taken from the longest line.
 */
export interface Gate {
  /** Finds out who is calling, and counts the call for them: before, if the token's owner is known; a stranger's for their network. */
  identify<Caller extends { id: string }>(
    request: FastifyRequest,
    owner: string | undefined,
    look: () => Promise<Caller>,
  ): Promise<Caller>;
  /** One more turn within a call, such as a page of a file. */
  turn: <Result>(bucket: BucketName, party: string, work: () => Promise<Result>) => Promise<Result>;
  /** A handler behind the gate; routes get theirs as they are added. */
  guard(bucket: BucketName, handler: RouteHandlerMethod): RouteHandlerMethod;
  /** Every route of this server. */
  routes: readonly GuardedRoute[];
}

interface GuardedRoute {
  method: string;
  url: string;
  bucket: BucketName;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    bucket?: BucketName;
  }
  interface FastifyRequest {
    /** Who the call counts for, once somebody is known to be calling: the id of a customer or a member of staff. */
    party?: string;
    isAdmitted?: true;
    leaveGate?: Leave;
  }
}

/** Numbers of connections are given for a pool of this size. */
const usualPool = 20;

/** Buckets that hold back while a call that moves money is under way: it waits for whatever piece of work is being done. */
const behindMoney: ReadonlySet<BucketName> = new Set(['light', 'heavy', 'write']);

/** Buckets of calls that need no login. */
const byNetwork: ReadonlySet<BucketName> = new Set(['public', 'page', 'health']);

/** Refusals are sent this much later: a program that retries immediately would otherwise cost more when refused than when answered. */
const refusedAfterMs = 300;

/** Routes that libraries add, whose configuration is theirs. */
const ofLibraries: readonly [path: RegExp, bucket: BucketName][] = [[/^\/docs(\/|$)|^\/?\*$/, 'page']];

export function openGate(app: FastifyInstance, buckets: Buckets, connections: number): Gate {
  const limits = {} as Record<BucketName, LimitRate>;
  const shares = {} as Record<BucketName, SharedWork>;
  let moving = 0;
  for (const name of bucketNames) {
    const { burst, perSecond, ...bucket } = buckets[name];
    const atOnce = Math.max(1, Math.floor(bucket.atOnce * Math.min(1, connections / usualPool)));
    limits[name] = limitRate({ atOnce: burst, perSecond });
    shares[name] = shareOut(
      { ...bucket, atOnce, ...(behindMoney.has(name) && { atOnceMeanwhile: 1 }) },
      () => moving > 0,
    );
  }

  /** Counts the call towards this party's rate, once; refuses it with the time to wait. */
  const admit = (request: FastifyRequest, party: string): void => {
    if (request.isAdmitted) return;
    limits[bucketFor(request)](party);
    request.isAdmitted = true;
  };

  async function enter(name: BucketName, party: string, onGone?: OnGone): Promise<Leave> {
    const leave = await shares[name].enter(party, onGone);
    if (name !== 'money') return leave;
    moving += 1;
    let isMoving = true;
    return () => {
      leave();
      if (!isMoving) return;
      isMoving = false;
      moving -= 1;
      for (const each of behindMoney) shares[each].look();
    };
  }

  const guard: Gate['guard'] = (bucket, handler) =>
    async function (this: FastifyInstance, request: FastifyRequest, reply: FastifyReply) {
      const party = request.party ?? networkOf(request.ip);
      const leave = await refuseSlowly(async () => {
        admit(request, party);
        // A reading that nobody waits for any more is not begun.
        return enter(bucket, party, (giveUp) => void (request.method === 'GET' && reply.raw.once('close', giveUp)));
      });
      // A file occupies its place until it has been sent; other answers only while they are made.
      if (bucket !== 'file') request.leaveGate = leave;
      try {
        // Without a returned answer, it is sent later.
        const answer = handler.call(this, request, reply) as Promise<unknown> | undefined;
        return await (answer ?? reply);
      } finally {
        leave();
      }
    };

  // Before the body is read.
  app.addHook('onRequest', async (request) => {
    if (byNetwork.has(bucketFor(request))) await refuseSlowly(async () => admit(request, networkOf(request.ip)));
  });
  const routes: GuardedRoute[] = [];
  const guarded = new WeakSet<RouteHandlerMethod>();
  app.addHook('onRoute', (route) => {
    const bucket = nameBucket(route);
    routes.push({ method: String(route.method), url: route.url, bucket });
    route.config = { ...route.config, bucket };
    // A route's HEAD is made of what is already guarded.
    if (guarded.has(route.handler)) return;
    route.handler = guard(bucket, route.handler);
    guarded.add(route.handler);
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.leaveGate?.();
    const isText = typeof payload === 'string' || Buffer.isBuffer(payload);
    const isLong = isText && Buffer.byteLength(payload) > buckets[bucketFor(request)].bytes;
    if (isLong) throw refusePlatform('answer_too_large');
    done(null, payload);
  });

  return {
    routes,
    identify: (request, owner, look) =>
      refuseSlowly(async () => {
        if (owner !== undefined) admit(request, owner);
        const network = networkOf(request.ip);
        const takeBack = owner === undefined ? limits.lookup(network) : null;
        const caller = await shares.lookup.take(owner ?? network, look);
        takeBack?.();
        request.party = caller.id;
        admit(request, caller.id);
        return caller;
      }),
    turn: (bucket, party, work) => shares[bucket].take(party, work),
    guard,
  };
}

function nameBucket({ config, method, url }: RouteOptions): BucketName {
  const named = config?.bucket ?? (config?.shape && bucketOf(config.shape));
  const bucket = named ?? ofLibraries.find(([path]) => path.test(url))?.[1];
  if (!bucket) throw new Error(`${String(method)} ${url} names no bucket of the gate`);
  return bucket;
}

/** Addresses that do not exist have no route. */
function bucketFor(request: FastifyRequest): BucketName {
  return request.routeOptions.config.bucket ?? 'page';
}

async function refuseSlowly<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal && error.status === 429) await pause(refusedAfterMs);
    throw error;
  }
}
