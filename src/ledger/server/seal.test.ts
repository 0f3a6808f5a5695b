import { afterAll, beforeAll, expect, test } from 'vitest';
import { everybody } from './ledger-pass.ts';
import { type LedgerWorld, openLedger } from './testing/ledger-world.ts';

let ledger: LedgerWorld;
beforeAll(async () => {
  ledger = await openLedger();
});
afterAll(() => ledger.db.close());

test('[R1] [L1] a seal cannot be written by the product directly', async () => {
  for (const statement of [
    'INSERT INTO ledger.seals SELECT * FROM ledger.seals LIMIT 0',
    'UPDATE ledger.seals SET number = 0',
    'DELETE FROM ledger.seals',
  ])
    await expect(ledger.db.query(statement)).rejects.toMatchObject({ code: '42501' });
});

test('[R1] a seal is refused outside the snapshot of an audit', async () => {
  await expect(ledger.db.query('SELECT ledger.seal($1, $2)', [...everybody])).rejects.toMatchObject({ code: 'LB008' });
});

test('[R1] a seal only moves forward, and only to the last journal', async () => {
  const eva = await ledger.customer('10');
  const sealing = `BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT ledger.seal('${everybody[0]}', '${everybody[1]}'); COMMIT`;
  const read = () => ledger.db.query('SELECT number, balance FROM ledger.seals WHERE owner = $1', [eva]);
  await ledger.asOwner(`SET session_replication_role = replica; UPDATE ledger.accounts SET head = 'x'`);
  await ledger.asOwner(sealing);
  expect(await read()).toEqual([]);
  await ledger.asOwner(
    `SET session_replication_role = replica; UPDATE ledger.accounts SET head = j.hash FROM ledger.journals j`,
  );
  await ledger.asOwner(sealing);
  expect(await read()).toEqual([{ number: 1n, balance: 10_000_000n }]);
  await ledger.asOwner(`SET session_replication_role = replica; UPDATE ledger.accounts SET number = 0`);
  await ledger.asOwner(sealing);
  expect(await read()).toEqual([{ number: 1n, balance: 10_000_000n }]);
});
