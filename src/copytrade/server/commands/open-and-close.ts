import { declareCommand, type Running } from '#commands/server/declaration.ts';
import { reason } from '#commands/server/params.ts';
import { CommandRefused } from '#commands/server/refused.ts';
import { readReachOf } from '#commands/server/standing.ts';
import { toDecimal } from '#money/money.ts';
import { readTreasury } from '#ledger/server/account-store.ts';
import { holdSettings } from '#settings/server/setting-versions.ts';
import { readSetting, writeSetting } from '#settings/server/settings.ts';
import { copytradeOpen } from '../copytrade-settings.ts';
import { wordsOf } from './words.ts';

const shared = { facts: { open: 'text' }, roles: ['desk'] } as const;

/** New licences are accepted, in every process immediately: what operations then pay, the house owes. */
export const copytradeOpens = declareCommand({
  ...shared,
  name: 'copytrade open',
  params: {},
  facts: { ...shared.facts, was: 'choice', left: 'money' },
  effect: 'liability',
  words: wordsOf('copytrade open'),
  async stands({ sql, mode }) {
    const was = String(await readSetting(sql, copytradeOpen, mode));
    return { was, left: toDecimal(await readTreasury(sql)), ...(await readReachOf(sql, 'copytrade')) };
  },
  async foresee({ sql, mode }) {
    if (await readSetting(sql, copytradeOpen, mode))
      throw new CommandRefused('nothing_changes', 'Copytrade is open already.');
  },
  run: (on) => turn(on, true),
});

/** No new licences; running ones are not affected. */
export const copytradeCloses = declareCommand({
  ...shared,
  name: 'copytrade close',
  params: { reason },
  effect: null,
  isDestructive: true,
  words: wordsOf('copytrade close'),
  run: (on) => turn(on, false),
});

async function turn({ tx, mode, by }: Running, open: boolean) {
  await holdSettings(tx);
  const was = { open: String(await readSetting(tx, copytradeOpen, mode)) };
  await writeSetting(tx, copytradeOpen, open, { by });
  return { outcome: 'set', facts: { open: String(open) }, was };
}
