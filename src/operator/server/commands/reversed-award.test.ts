import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lived, livedInvestor } from '#explanations/server/testing/lived-investor.ts';
import { recount, recountMember, recountOf } from '#explanations/server/testing/recount.ts';
import { usd } from '#money/money.ts';
import type { Award } from '#network/contract.ts';
import { addDays } from '#platform/clock.ts';
import { type CopytradeWorld, openCopytradeWorld } from '#testing/server/copytrade-world.ts';
import { lastroOf } from '../testing/type-command.ts';

let world: CopytradeWorld;
let ana: Lived['ana'];
beforeAll(async () => {
  world = await openCopytradeWorld({ treasury: '1000000' });
  ({ ana } = await livedInvestor(world));
  // The command goes by the database's clock: the world's stands still a day after it.
  world.now = addDays(new Date(Math.max(Date.now(), world.now.getTime())), 1);
  await world.settle();
});
afterAll(() => world.close());

const reports = { bonus: 2, residual: 4 } as const;
type Kind = keyof typeof reports;

const listed = async (kind: Kind, language = 'en'): Promise<Award[]> =>
  (await ana.get(`/report/${reports[kind]}`, { 'accept-language': language })).json<Award[]>();

const home = async (): Promise<Record<string, number>> =>
  (await ana.get('/api/homereport')).json<Record<string, number>>();

const words = {
  en: 'reversed: the amount was taken back',
  'pt-BR': 'estornado: o valor foi retirado',
  es: 'revertido: el monto se retiró',
  'zh-CN': '已冲正：款项已收回',
  fa: 'برگشت‌خورده: مبلغ پس گرفته شد',
};

test.each(['bonus', 'residual'] as const)(
  '[W2] [R6] [D1] a reversed %s shows as reversed and counts zero, in the list, the home report and every explanation',
  async (kind) => {
    const paid = await world.db.query<{ id: string; key: string; value: bigint }>(
      `SELECT reference AS id, key, amount AS value FROM ledger.entries
       WHERE kind = $1 AND owner = $2 ORDER BY amount`,
      [`network_${kind}`, ana.id],
    );
    const [award] = paid;
    if (!award) throw new Error(`no ${kind} was paid`);
    const [source] = await world.db.query<{ id: string }>('SELECT source_id AS id FROM network_awards WHERE id = $1', [
      award.id,
    ]);
    const memberId = source?.id ?? '';
    const [before, figure] = [await home(), await recount(ana, `${kind}-earned`)];
    const brought = await recountMember(ana, memberId);
    const typed = await lastroOf(world)(`ledger reverse ${award.key} --reason`, 'credited to the wrong person');
    expect(typed).toMatchObject({ exit: 0, err: '' });

    const row = (await listed(kind)).find(({ Id }) => Id === award.id);
    expect(row).toMatchObject({ Value: 0, Notes: expect.stringContaining(words.en) });
    for (const [language, words_] of Object.entries(words))
      expect((await listed(kind, language)).find(({ Id }) => Id === award.id)?.Notes).toContain(words_);
    for (const total of ['TotalEarned', 'TotalEarnings'])
      expect(usd(String((await home())[total]))).toBe(usd(String(before[total])) - award.value);

    const now = await recount(ana, `${kind}-earned`);
    expect(now.value).toBe(figure.value - award.value);
    for (const name of [`${kind}-earned`, kind, 'earned', 'earnings', 'balance', 'wealth'] as const) {
      const { value, sum, shown, shownSum } = await recount(ana, name);
      expect([name, sum, shownSum]).toEqual([name, value, shown]);
    }
    const broughtNow = await recountMember(ana, memberId);
    expect(broughtNow.value).toBe(brought.value - award.value);
    expect([broughtNow.sum, broughtNow.shownSum]).toEqual([broughtNow.value, broughtNow.shown]);
    expect(await recountOf(ana, 'award', award.id)).toMatchObject({ value: 0n, sum: 0n });
    for (const { id, value } of paid.slice(1)) expect((await recountOf(ana, 'award', id)).value).toBe(value);
    expect(await world.audit()).toEqual([]);
  },
);
