import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';
import { openDatabase } from '#database/server/database.ts';
import { subscribers } from '#app/server/subscribers.ts';
import { settleDue } from './settle-due.ts';

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(() => world.close());

test('[S7] a position locked beyond the lock timeout is settled once released, and nothing aborts', async () => {
  const ana = await world.investor({ balance: '100' });
  await ana.post('/api/stake', { amount: 100, time_stake: 30 });
  world.forward(30);
  const impatient = openDatabase({ url: `${world.db.url}&options=${encodeURIComponent('-c lock_timeout=100')}` });
  const holder = new pg.Client({ connectionString: world.db.adminUrl });
  await holder.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM ledger.accounts FOR UPDATE');
    const settling = settleDue(impatient, world.now, subscribers);
    const isOver = settling.then(() => 'over');
    expect(await Promise.race([isOver, pause(500, 'still waiting')])).toBe('still waiting');
    await holder.query('COMMIT');
    expect([await settling, await ana.balance()]).toEqual([1, 110]);
  } finally {
    await holder.end();
    await impatient.close();
  }
});
