import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { usd } from '#money/money.ts';
import { transaction } from '#database/server/transaction.ts';
import { readBalance } from './account-store.ts';
import { isFrozenFor, readFrozenSince, requireMovable } from './freeze.ts';
import { sendPost } from './post.ts';
import { at } from './testing/build-ledger.ts';
import { entry, type LedgerWorld, openLedger } from './testing/ledger-world.ts';
import { madeUp } from './testing/test-kinds.ts';
import { whileOpen } from './testing/while-held.ts';

let ledger: LedgerWorld;
let ana: string;
beforeAll(async () => void (ledger = await openLedger()));
beforeEach(async () => void (ana = await ledger.customer('10')));
afterEach(async () => expect(await ledger.audit()).toEqual([]));
afterAll(() => ledger.db.close());

/** A customer's own call, as the product makes it. */
function call(): Promise<void> {
  return transaction(ledger.db, async (tx) => {
    requireMovable(tx, ana);
    const journal = { key: `freeze:${crypto.randomUUID()}`, kind: madeUp('test'), owner: ana, reference: null };
    sendPost(tx, { ...journal, entries: [entry('balance', 'held', '1')] }, at);
  });
}

const freezing = (): string => `SELECT ledger.freeze('${ana}', now())`;

test('[A7] a call under way finishes before the freeze, and none succeeds after it', async () => {
  const ownCall = `SELECT ledger.require_movable('${ana}');
    SELECT ledger.post_one('freeze:${ana}', 'test', '${ana}', NULL, now(), '{balance}', '{held}', '{1000000}')`;
  const freeze = () => ledger.db.query(freezing());
  await whileOpen(ledger, ownCall, freeze, { ending: 'COMMIT' });
  expect(await readBalance(ledger.db, ana, 'held')).toBe(usd('1'));
  await expect(call()).rejects.toMatchObject({ code: 'account_frozen' });
  expect(await readBalance(ledger.db, ana, 'held')).toBe(usd('1'));
});

test('[A7] a call that meets a freeze waits for it, and is refused', async () => {
  await expect(whileOpen(ledger, freezing(), call, { ending: 'COMMIT' })).rejects.toMatchObject({
    code: 'account_frozen',
  });
  expect(await readBalance(ledger.db, ana)).toBe(usd('10'));
});

test('[A7] a freeze that is rolled back stops nobody', async () => {
  await whileOpen(ledger, freezing(), call);
  expect(await readBalance(ledger.db, ana)).toBe(usd('9'));
});

test('[A7] a frozen customer still receives money', async () => {
  await ledger.db.query(freezing());
  await ledger.move(ana, [entry('brokerage', 'balance', '5')]);
  expect(await readBalance(ledger.db, ana)).toBe(usd('15'));
});

test('[A7] a customer for whom nothing ever moved can be frozen', async () => {
  ana = await ledger.customer();
  expect(await readFrozenSince(ledger.db, ana)).toBe(null);
  expect(await ledger.db.query(freezing())).toEqual([{ freeze: true }]);
  expect(await transaction(ledger.db, (tx) => isFrozenFor(tx, ana))).toBe(true);
  await expect(call()).rejects.toMatchObject({ code: 'account_frozen' });
});

test('[A7] a freeze and its end each take effect once', async () => {
  const answers: unknown[] = [];
  for (const moment of ['now()', 'now()', 'NULL', 'NULL'])
    answers.push(...(await ledger.db.query(`SELECT ledger.freeze('${ana}', ${moment}) AS changed`)));
  expect(answers).toEqual([{ changed: true }, { changed: false }, { changed: true }, { changed: false }]);
  await call();
});
