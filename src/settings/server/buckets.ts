import type { EndpointShape } from '#platform/endpoint.ts';
import type { Config } from './config.ts';
import { PlainFailure } from '#platform/server/plain-failure.ts';

/** What one bucket of the gate lets through. */
export interface Bucket {
  /** Calls of one party: so many at once, then so many a second. */
  burst: number;
  perSecond: number;
  /** Calls under way: of one party, and of all; the latter for a process with twenty connections, fewer with fewer. */
  ofOne: number;
  atOnce: number;
  /** Calls that wait for their turn: of one party, and of all. */
  waitingOfOne: number;
  waiting: number;
  /** The longest answer, in bytes. */
  bytes: number;
}

const megabyte = 1024 * 1024;

/**
 * Whoever is not logged in is counted by their network. Nothing is refused to a household of ten behind one address, nor to an office of
 * fifty (docs/operations.md, "The gate"). A page requests some twenty figures when it is opened and a dozen again when one of them changes;
 * a customer who goes through every screen as fast as possible uses a quarter of the burst (docs/decisions/0093-one-gate.md).
 */
const production = {
  /** Lists and figures, by customer or member of staff. */
  light: { burst: 600, perSecond: 20, ofOne: 6, atOnce: 10, waitingOfOne: 120, waiting: 1_200, bytes: 2 * megabyte },
  /** What adds up a whole history or searches a whole network. */
  heavy: { burst: 200, perSecond: 7, ofOne: 2, atOnce: 4, waitingOfOne: 60, waiting: 600, bytes: 8 * megabyte },
  /** What is streamed for as long as the client takes to read it; nobody can hoard these. */
  file: { burst: 30, perSecond: 1, ofOne: 2, atOnce: 48, waitingOfOne: 0, waiting: 0, bytes: Infinity },
  /** What changes something and moves no money. */
  write: { burst: 120, perSecond: 2, ofOne: 2, atOnce: 4, waitingOfOne: 60, waiting: 600, bytes: megabyte },
  money: { burst: 60, perSecond: 0.5, ofOne: 4, atOnce: 256, waitingOfOne: 60, waiting: 1_200, bytes: megabyte },
  /** An upload lasts as long as its sender takes, and all of them are in memory. */
  upload: { burst: 30, perSecond: 0.5, ofOne: 1, atOnce: 8, waitingOfOne: 3, waiting: 60, bytes: megabyte },
  /** Finding out who is calling; counted only when it is nobody. */
  lookup: { burst: 600, perSecond: 30, ofOne: 6, atOnce: 48, waitingOfOne: 1_200, waiting: 5_000, bytes: megabyte },
  /** What needs no login, by network: logging in, registering, terms. */
  public: { burst: 600, perSecond: 30, ofOne: 8, atOnce: 32, waitingOfOne: 1_000, waiting: 5_000, bytes: 2 * megabyte },
  /** The application's own files, by network; and addresses that do not exist. */
  page: { burst: 12_000, perSecond: 600, ofOne: 32, atOnce: 64, waitingOfOne: 2_000, waiting: 5_000, bytes: Infinity },
  /** Whoever watches the process, by network; calls under way share one reading. */
  health: { burst: 600, perSecond: 30, ofOne: 32, atOnce: 64, waitingOfOne: 60, waiting: 600, bytes: 2 * megabyte },
} satisfies Record<string, Bucket>;

export type BucketName = keyof typeof production;
export type Buckets = Record<BucketName, Bucket>;

export const bucketNames = Object.keys(production) as BucketName[];

/** Tests and measurements ask as one customer what thousands would ask. */
const faster = 10;

/** The numbers of a mode, changed by `GATE`: `light.perSecond=40,public.ofOne=16`. */
export function readBuckets(mode: Config['mode'], changes: readonly string[] = []): Buckets {
  const buckets: Buckets = structuredClone(production);
  if (mode === 'sandbox') {
    for (const bucket of Object.values(buckets)) {
      bucket.burst *= faster;
      bucket.perSecond *= faster;
    }
    Object.assign(buckets.money, { burst: 20_000, perSecond: 200, waitingOfOne: 5_000, waiting: 10_000 });
  }
  for (const change of changes) applyChange(buckets, change);
  return buckets;
}

function applyChange(buckets: Buckets, change: string): void {
  const [, bucketName = '', name = '', written = ''] = /^(\w+)\.(\w+)=(\d{1,7}(?:\.\d{1,3})?)$/.exec(change) ?? [];
  const bucket = Object.hasOwn(buckets, bucketName) ? buckets[bucketName as BucketName] : null;
  const number = Number(written);
  const isWhole = name === 'perSecond' || Number.isInteger(number);
  const mayBeNone = name === 'waitingOfOne' || name === 'waiting';
  if (!bucket || !Object.hasOwn(bucket, name) || !isWhole || (number <= 0 && !mayBeNone) || written === '')
    throw new PlainFailure(
      `GATE contains something that is not a number of a bucket like light.perSecond=40: ${change}`,
    );
  bucket[name as keyof Bucket] = number;
}

/** Every call of the contract has its bucket by what it is declared to be. */
export function bucketOf(shape: EndpointShape): BucketName {
  if (shape.movesMoney) return 'money';
  if (shape.upload) return 'upload';
  if (shape.access === 'public' || shape.access === 'operator') return 'public';
  if (shape.file) return 'file';
  if (shape.method !== 'GET') return 'write';
  return shape.heavy ? 'heavy' : 'light';
}
