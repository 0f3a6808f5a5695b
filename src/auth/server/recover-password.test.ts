import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWorld, type World } from '#testing/server/world.ts';
import { recoveriesByEmail, recoveriesByNetwork } from './recover-password.ts';
import { type Mailbox, openMailbox } from '#testing/server/mailbox.ts';
import { register } from '#testing/server/newcomer.ts';
import { recover } from './testing/recovery.ts';

const email = 'ana@example.com';
let world: World;
let mailbox: Mailbox;

beforeAll(async () => {
  world = await openWorld();
  mailbox = await openMailbox(world);
  await register(world, { email });
});
beforeEach(async () => {
  await mailbox.deliver();
  await world.db.query('DELETE FROM attempts');
});
afterAll(async () => {
  await mailbox.close();
  await world.close();
});

describe('requesting a new password', () => {
  test('[A8] emails the customer a link to the reset page, valid for 30 minutes', async () => {
    const answer = await recover(world, '  ANA@Example.com ');
    expect([answer.statusCode, answer.body]).toEqual([202, '']);
    const mails = await mailbox.deliver();
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ to: [email], subject: 'Crie uma nova senha em Lastro' });
    expect(mails[0]?.text).toMatch(/\/auth\/reset\?token=[\w-]{43}\s/);
    expect(mails[0]?.text).toContain('30 minutos');
    const rows = await world.db.query(
      `SELECT round(extract(epoch FROM expires_at - created_at) / 60)::integer AS minutes
       FROM mailed_tokens WHERE purpose = 'reset'`,
    );
    expect(rows).toEqual([{ minutes: 30 }]);
  });

  test('[A8] sends no email to an address without an account, and stores nothing about it', async () => {
    expect((await recover(world, 'nobody@example.com')).statusCode).toBe(202);
    expect(await mailbox.deliver()).toEqual([]);
    const rows = await world.db.query('SELECT about, state FROM mails ORDER BY queued_at DESC LIMIT 1');
    expect(rows).toEqual([{ about: {}, state: 'unneeded' }]);
  });

  test('[A8] the answer is identical whether or not the address has an account', async () => {
    const [known, unknown] = [await recover(world, email), await recover(world, 'nobody@example.com')];
    const seen = ({ statusCode, body, headers }: typeof known) => {
      const { 'x-request-id': _id, date: _date, ...rest } = headers;
      return { statusCode, body, rest };
    };
    expect(seen(known)).toEqual(seen(unknown));
  });

  test('[A8] the timing of the answer does not reveal it either', async () => {
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    for (let round = 0; round < 150; round += 1) {
      await world.db.query('DELETE FROM attempts');
      for (const who of ['known', 'unknown'] as const) {
        const startedAt = performance.now();
        await recover(world, who === 'known' ? email : `nobody-${round}@example.com`);
        times[who].push(performance.now() - startedAt);
      }
    }
    const middle = (of: number[]) => of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)] as number;
    const [one, other] = [middle(times.known), middle(times.unknown)];
    expect(Math.abs(one - other) / Math.max(one, other)).toBeLessThan(0.25);
    await world.db.query('DELETE FROM mails');
  });

  test.each([['ana@'], [''], [null], [7], [`${'a'.repeat(250)}@example.com`], [undefined]])(
    '[A8] an invalid address (%j) is 422',
    async (typed) => {
      const answer = await recover(world, typed);
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'invalid_field']);
    },
  );
});

describe('requesting too often', () => {
  test.each([
    ['with an account', email, recoveriesByEmail.most],
    ['without one', 'nobody@example.com', 0],
  ])('[A8] for one address %s is still answered 202, without further emails', async (_, address, mails) => {
    const owed = async () => (await world.db.query(`SELECT FROM mails WHERE kind = 'auth.reset'`)).length;
    const before = await owed();
    const answers = [];
    for (let at = 0; at < 7; at += 1) answers.push(await recover(world, address, `198.51.100.${at}`));
    for (const { statusCode, body } of answers) expect([statusCode, body]).toEqual([202, '']);
    expect((await owed()) - before).toBe(recoveriesByEmail.most);
    expect(await mailbox.deliver()).toHaveLength(mails);
  });

  test('[A8] for many addresses from one network is 429, and others can still request', async () => {
    const asked = Array.from({ length: recoveriesByNetwork.most + 10 }, (_, at) =>
      recover(world, `n${at}@example.com`),
    );
    const answers = await Promise.all(asked);
    expect(answers.filter(({ statusCode }) => statusCode === 202)).toHaveLength(recoveriesByNetwork.most);
    expect((await recover(world, email, '198.51.100.77')).statusCode).toBe(202);
  });
});
