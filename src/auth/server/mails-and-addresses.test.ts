import { afterAll, beforeAll, expect, test } from 'vitest';
import { secondFactorMailTemplates } from '#secondfactor/server/mail-templates.ts';
import { type KeyWorld, openKeyWorld } from '#secondfactor/server/testing/key-world.ts';
import { transaction } from '#database/server/transaction.ts';
import { askAsOwner } from '#testing/server/ask-as-owner.ts';
import { authMailTemplates } from './mail-templates.ts';
import { readAddressee } from './mailbox-store.ts';

let world: KeyWorld;
beforeAll(async () => void (world = await openKeyWorld()));
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

/** Emails with a link: what it opens, how it is written, and where its token is stored. */
const links = [
  ['auth.confirm', 'mailed_tokens'],
  ['auth.reset', 'mailed_tokens'],
  ['second-key.lost', 'lost_second_factor_links'],
] as const;

test.each(links)(
  '[L6] no link is mailed to an address that changes while the email is written (%s)',
  async (kind, table) => {
    const ana = await world.withApp();
    await world.db.query('UPDATE customers SET email_confirmed_at = NULL WHERE id = $1', [ana.id]);
    const parts = { clock: world.clock, login: { readAddressee } };
    const templates = {
      ...authMailTemplates(world.db, world.config),
      ...secondFactorMailTemplates(world.db, world.config, parts),
    };
    const owed = { customerId: ana.id, about: { email: ana.email }, queuedAt: new Date(Date.now() + 60_000) };
    const { writing } = await transaction(world.db, async (tx) => {
      await tx.query('UPDATE customers SET email = $2 WHERE id = $1', [ana.id, `new-${ana.email}`]);
      const writing = templates[kind]?.(owed);
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      const count = async (): Promise<number> => (await askAsOwner(world.db.adminUrl, waiting)).length;
      await expect.poll(count, { interval: 20, timeout: 20_000 }).toBeGreaterThan(0);
      // Wrapped so as not to be awaited: it waits for this to end.
      return { writing };
    });
    expect(await writing).toBeNull();
    expect(await world.db.query(`SELECT FROM ${table} WHERE customer_id = $1`, [ana.id])).toEqual([]);
  },
);
