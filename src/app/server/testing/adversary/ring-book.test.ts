import { expect, test } from 'vitest';
import { RingBook } from './ring-book.ts';

const usd = 1_000_000n;

test('[W2] the bound: fresh money earns its bonus once, whichever member of the tree brings it and however often', () => {
  const book = new RingBook([null, 0, 0]);
  for (const at of [1, 2, 1]) {
    book.moved(at, 10_000n * usd);
    book.ended(at, 10_000n * usd, 0n);
    book.moved(at, -10_000n * usd);
  }
  expect([book.mostBonus, book.earned]).toEqual([500n * usd, 0n]);
});

test('[W2] the bound: money brought by the top member earns none, nor does money that was in no position that ended as agreed', () => {
  const book = new RingBook([null, 0]);
  book.moved(0, 10_000n * usd);
  book.ended(0, 10_000n * usd, 0n);
  book.moved(1, 700n * usd);
  book.ended(1, 300n * usd, 30n * usd);
  expect([book.mostBonus, book.earned]).toEqual([15n * usd, 30_900_000n]);
});

test('[W2] the bound: each level above has its share of a profit, and none of a loss', () => {
  const book = new RingBook([null, 0, 1, 2, 3]);
  book.ended(4, 100n * usd, 100n * usd);
  book.ended(4, 100n * usd, -10n * usd);
  book.paid(2n * usd);
  expect(book.earned).toBe((106n - 12n) * usd);
});
