import { randomInt } from 'node:crypto';
import { Refusal } from '#platform/refusal.ts';
import { codeOf, isLost } from './is-lost.ts';

/** After this many failures on end nothing smaller is tried: where the fault is everybody's, that would only cost time. */
const mostFailures = 24;
const waitedTooLong = '55P03';
/** Smaller batches may be done in time; nobody is to blame for it. */
const tookTooLong = '57014';

/** Whether a batch may have failed because of one of its customers, and not because of the database or of a lock that all of them need. */
export function isOfACustomer(fault: unknown): boolean {
  return !(isLost(fault) || fault instanceof Refusal || codeOf(fault) === waitedTooLong);
}

export interface DoneApart {
  /** The customers for whom it is not done, each with the fault. */
  failed: ReadonlyMap<string, unknown>;
  /** Those of them whose batch was not divided any more: the fault may be somebody else's. */
  undivided: ReadonlySet<string>;
  /** The first failure, even where smaller batches then succeeded. */
  fault: unknown;
}

/**
 * Does the work for all of these in one batch and, where that fails, for ever smaller ones: so one customer for whom it cannot be done does
 * not hold up the others. A customer's own stay together and in order.
 *
 * @throws whatever is no customer's fault; smaller batches may have been done
 */
export async function workApart<Each>(
  all: readonly Each[],
  customerOf: (each: Each) => string,
  work: (some: readonly Each[]) => Promise<unknown>,
): Promise<DoneApart> {
  const failed = new Map<string, unknown>();
  const undivided = new Set<string>();
  let [failures, fault]: [number, unknown] = [0, null];
  const attempt = async (customers: readonly string[]): Promise<void> => {
    const own = new Set(customers);
    try {
      await work(all.filter((each) => own.has(customerOf(each))));
      failures = 0;
    } catch (error) {
      fault ??= error;
      failures += 1;
      const isAlone = customers.length === 1;
      if (!isOfACustomer(error) || (isAlone && codeOf(error) === tookTooLong)) throw error;
      const isEnough = failures >= mostFailures;
      if (isEnough && !isAlone) for (const customer of customers) undivided.add(customer);
      if (isEnough || isAlone) return customers.forEach((customer) => failed.set(customer, error));
      const half = customers.length >> 1;
      await attempt(customers.slice(0, half));
      await attempt(customers.slice(half));
    }
  };
  // In another order each time, so that those who are in the way are not always met first, one after the other.
  if (all.length > 0) await attempt(shuffled([...new Set(all.map(customerOf))]));
  return { failed, undivided, fault };
}

function shuffled(customers: string[]): string[] {
  for (let n = customers.length - 1; n > 0; n -= 1) {
    const other = randomInt(n + 1);
    [customers[n], customers[other]] = [customers[other] as string, customers[n] as string];
  }
  return customers;
}
