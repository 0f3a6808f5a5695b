import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { TakeShare } from '#platform/server/share-out.ts';

/** Longest time for which a file is sent, however slow the client. */
const longestMs = 10 * 60_000;

/**
 * Opens a file that occupies one of the customer's slots until it has been sent or aborted. Refused when the customer has too many open.
 */
export function openFile(takeShare: TakeShare, customerId: string, write: () => Promise<Readable>): Promise<Readable> {
  return new Promise((resolve, reject) => {
    takeShare(customerId, async () => {
      const file = await write();
      const deadline = setTimeout(() => file.destroy(new Error('the file was taken too slowly')), longestMs);
      // Errors are reported by the response; here they only mean that the file is closed.
      const closed = once(file, 'close').catch(() => {});
      resolve(file);
      await closed.finally(() => clearTimeout(deadline));
    }).catch(reject);
  });
}
