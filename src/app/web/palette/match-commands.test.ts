import fc from 'fast-check';
import { expect, test } from 'vitest';
import { messages as english } from '#app/messages/en.ts';
import { messages as persian } from '#app/messages/fa.ts';
import { messages as portuguese } from '#app/messages/pt-BR.ts';
import { messages as spanish } from '#app/messages/es.ts';
import { messages as chinese } from '#app/messages/zh-CN.ts';
import { commands } from './commands.ts';
import { fold, matchCommands } from './match-commands.ts';

const texts = { 'pt-BR': portuguese, en: english, es: spanish, 'zh-CN': chinese, fa: persian };

function find(language: keyof typeof texts, typed: string): string[] {
  const words = texts[language].palette.commands;
  return matchCommands(
    commands.map(({ id }) => ({ id, ...words[id] })),
    typed,
  ).map(({ id }) => id);
}

test.each([
  ['pt-BR', 'operacoes', 'operations'],
  ['pt-BR', 'HISTÓRICO', 'history'],
  ['pt-BR', 'tirar dinheiro', 'withdraw'],
  ['pt-BR', 'withdraw', 'withdraw'],
  ['en', 'log o', 'logOut'],
  ['en', 'due', 'maturities'],
  ['es', 'volver broker', 'toBroker'],
  ['es', 'contrasena', 'profile'],
  ['zh-CN', '提现', 'withdraw'],
  ['zh-CN', '日历', 'maturities'],
  ['fa', 'برداشت', 'withdraw'],
  ['fa', 'كپي ترید', 'copytrade'],
  ['fa', 'کپی‌ترید', 'copytrade'],
  ['fa', 'جديد', 'newStake'],
] as const)('[B7] in %s “%s” finds %s first', (language, typed, id) => {
  expect(find(language, typed)[0]).toBe(id);
});

test('[B7] every command is found by its own words, in every language, and nothing by what is no word', () => {
  for (const language of Object.keys(texts) as (keyof typeof texts)[]) {
    for (const { id } of commands) {
      expect(find(language, texts[language].palette.commands[id].label), `${language} ${id}`).toContain(id);
    }
    expect(find(language, 'qzxqzx')).toEqual([]);
    expect(find(language, '  ')).toHaveLength(commands.length);
  }
});

test('[B7] folding what is folded changes nothing, and case, accents, half-spaces and keyboards make no difference', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(fold(fold(text))).toBe(fold(text));
    }),
  );
  expect(fold('AÇÕES')).toBe(fold('acoes'));
  expect(fold('می‌روم')).toBe(fold('ميروم'));
  expect(fold('آبان ۱۴۰۵')).toBe(fold('ابان 1405'));
});

test('what is shown goes before what is not, and each command is offered once', () => {
  const rows = [
    { id: 1, label: 'Vault', words: 'stake' },
    { id: 2, label: 'New stake', words: '' },
    { id: 3, label: 'Stakes', words: '' },
  ];
  expect(matchCommands(rows, 'stake').map(({ id }) => id)).toEqual([3, 2, 1]);
  expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length);
});
