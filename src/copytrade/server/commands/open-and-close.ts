import { declareCommand, type Running } from '#commands/server/declaration.ts';
import { holdSettings } from '#settings/server/setting-versions.ts';
import { readSetting, writeSetting } from '#settings/server/settings.ts';
import { copytradeOpen } from '../copytrade-settings.ts';
import { wordsOf } from './words.ts';

const shared = { params: {}, facts: { open: 'text' }, roles: ['desk'] } as const;

/** New licences are accepted, in every process immediately: what operations then pay, the house owes. */
export const copytradeOpens = declareCommand({
  ...shared,
  name: 'copytrade open',
  effect: 'liability',
  words: wordsOf('copytrade open'),
  run: (on) => turn(on, true),
});

/** No new licences; running ones are not affected. */
export const copytradeCloses = declareCommand({
  ...shared,
  name: 'copytrade close',
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
