import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { TakeShare } from '#platform/server/share-out.ts';

/** However slowly a file is taken, it is not sent for longer. */
const longestMs = 10 * 60_000;

/** Opens a file that holds its reader's place until it has been taken, or broken off; refused when they hold too many. */
export function openFile(takeShare: TakeShare, customerId: string, write: () => Promise<Readable>): Promise<Readable> {
  return new Promise((resolve, reject) => {
    takeShare(customerId, async () => {
      const file = await write();
      const deadline = setTimeout(() => file.destroy(new Error('the file was taken too slowly')), longestMs);
      // An error is the answer's to tell; here it is an end like any other.
      const closed = once(file, 'close').catch(() => {});
      resolve(file);
      await closed.finally(() => clearTimeout(deadline));
    }).catch(reject);
  });
}
