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

type Known = keyof typeof texts;

function named(language: Known) {
  const { palette, help } = texts[language];
  const topics = Object.entries(help.topics).map(([topic, { title, words }]) => [
    `help-${topic}`,
    { label: title, words },
  ]);
  const words: Record<string, { label: string; words: string }> = {
    ...palette.commands,
    ...Object.fromEntries(topics),
  };
  return commands.map((command) => ({ ...command, ...(words[command.id] as { label: string; words: string }) }));
}

function find(language: Known, typed: string): string[] {
  return matchCommands(named(language), typed).map(({ id }) => id);
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
  // An action ranks before the pages that explain it.
  ['pt-BR', 'sacar', 'withdraw'],
  ['pt-BR', 'saque', 'withdraw'],
  ['pt-BR', 'quero sacar dinheiro', 'withdraw'],
  ['pt-BR', 'depositar', 'bring'],
  ['pt-BR', 'depósito', 'bring'],
  ['pt-BR', 'cancelar', 'cancelStake'],
  ['pt-BR', 'taxa', 'help-fees'],
  ['pt-BR', 'quanto custa', 'help-fees'],
  ['pt-BR', 'suporte', 'help-support'],
  ['pt-BR', 'limite', 'help-limits'],
  ['pt-BR', 'termos', 'help-terms'],
  ['pt-BR', 'ajuda', 'help'],
  ['pt-BR', 'investir', 'newStake'],
  ['pt-BR', 'stake', 'stake'],
  ['pt-BR', 'extrato', 'tab-statement'],
  ['pt-BR', 'histórico de saques', 'tab-withdrawals'],
  ['en', 'withdraw', 'withdraw'],
  ['en', 'withdrawal', 'withdraw'],
  ['en', 'deposit', 'bring'],
  ['en', 'top up', 'bring'],
  ['en', 'cancel', 'cancelStake'],
  ['en', 'fee', 'help-fees'],
  ['en', 'support', 'help-support'],
  ['en', 'help', 'help'],
  ['es', 'retirar', 'withdraw'],
  ['es', 'sacar', 'withdraw'],
  ['es', 'retiro', 'withdraw'],
  ['es', 'depositar', 'bring'],
  ['es', 'ingresar', 'bring'],
  ['es', 'cancelar', 'cancelStake'],
  ['es', 'comision', 'help-fees'],
  ['es', 'tasa', 'help-fees'],
  ['es', 'soporte', 'help-support'],
  ['es', 'ayuda', 'help'],
  ['zh-CN', '取款', 'withdraw'],
  ['zh-CN', '提款', 'withdraw'],
  ['zh-CN', '存款', 'bring'],
  ['zh-CN', '充值', 'bring'],
  ['zh-CN', '取消', 'cancelStake'],
  ['zh-CN', '手续费', 'help-fees'],
  ['zh-CN', '费用', 'help-fees'],
  ['zh-CN', '客服', 'help-support'],
  ['zh-CN', '帮助', 'help'],
  ['fa', 'برداشت وجه', 'withdraw'],
  ['fa', 'واریز', 'bring'],
  ['fa', 'لغو', 'cancelStake'],
  ['fa', 'كنسل', 'cancelStake'],
  ['fa', 'كارمزد', 'help-fees'],
  ['fa', 'هزینه', 'help-fees'],
  ['fa', 'پشتيباني', 'help-support'],
  ['fa', 'راهنما', 'help'],
] as const)('[B7] [G4] in %s “%s” finds %s first', (language, typed, id) => {
  expect(find(language, typed)[0]).toBe(id);
});

test('[B7] every command is found by its own label, in every language, and a non-word finds nothing', () => {
  for (const language of Object.keys(texts) as Known[]) {
    for (const { id, label } of named(language)) {
      expect(find(language, label)[0], `${language} ${id}`).toBe(id);
    }
    expect(find(language, 'qzxqzx')).toEqual([]);
    expect(find(language, '  ')).toHaveLength(commands.length);
  }
});

test('[B7] folding is idempotent, and ignores case, accents, half-spaces and keyboard variants', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(fold(fold(text))).toBe(fold(text));
    }),
  );
  expect(fold('AÇÕES')).toBe(fold('acoes'));
  expect(fold('می‌روم')).toBe(fold('ميروم'));
  expect(fold('آبان ۱۴۰۵')).toBe(fold('ابان 1405'));
});

test('[G4] among equal matches actions come first and the archive last; unknown words are ignored beside known ones', () => {
  const rows = [
    { id: 'archive', label: 'Payout history', words: '', group: 'history' },
    { id: 'page', label: 'Payout calendar', words: '', group: 'go' },
    { id: 'action', label: 'Withdraw', words: 'payout', group: 'do' },
  ] as const;
  const found = (typed: string) => matchCommands(rows, typed).map(({ id }) => id);
  expect(found('payout')).toEqual(['action', 'page', 'archive']);
  expect(found('payout history')).toEqual(['archive']);
  expect(found('please payout')).toEqual(['action', 'page', 'archive']);
  expect(found('please')).toEqual([]);
});

test('visible labels rank before hidden words, and each command is offered once', () => {
  const rows = [
    { id: 1, label: 'Vault', words: 'stakes', group: 'go' },
    { id: 2, label: 'New stake', words: '', group: 'do' },
    { id: 3, label: 'Stakes', words: '', group: 'go' },
  ] as const;
  expect(matchCommands(rows, 'stake').map(({ id }) => id)).toEqual([3, 2, 1]);
  expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length);
});
