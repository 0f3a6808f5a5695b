import { Refusal } from '../refusal.ts';
import { codeOf, isLost } from './is-lost.ts';

/** After this many customers the fault is no longer theirs, and looking for more of them would only cost time. */
const mostStuck = 8;
const waitedTooLong = '55P03';

/** Whether a batch may have failed because of one of its customers, and not because of the database or of a lock that all of them need. */
export function isOfACustomer(fault: unknown): boolean {
  return !(isLost(fault) || fault instanceof Refusal || codeOf(fault) === waitedTooLong);
}

export interface DoneApart {
  /** The customers for whom it is not done, each with the fault. */
  failed: ReadonlyMap<string, unknown>;
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
  let fault: unknown = null;
  const attempt = async (customers: readonly string[]): Promise<void> => {
    const isLast = failed.size >= mostStuck;
    const own = new Set(customers);
    try {
      if (isLast) throw fault;
      await work(all.filter((each) => own.has(customerOf(each))));
    } catch (error) {
      fault ??= error;
      if (!isOfACustomer(error)) throw error;
      if (isLast || customers.length === 1) return customers.forEach((customer) => failed.set(customer, error));
      const half = customers.length >> 1;
      await attempt(customers.slice(0, half));
      await attempt(customers.slice(half));
    }
  };
  if (all.length > 0) await attempt([...new Set(all.map(customerOf))]);
  return { failed, fault };
}
