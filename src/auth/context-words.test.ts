import { expect, test } from 'vitest';
import { holdsContextWord } from './context-words.ts';

const ana = { name: 'Ana Conceição dos Santos', email: 'ana.ribeiro88@lagoa-azul.com.br', brand: 'Lastro' };

test.each([
  'lastro2026',
  'L4str0-2026',
  'MINHA LASTRO',
  'conceicao!88',
  'Conceição123',
  'xxsantosxx',
  'ana-12345678',
  'ribeiro8',
  'R1be1r0 1988',
  'lagoa & mar',
  'azul 12345',
])('[L6] “%s” contains what everybody knows of its owner', (password) => {
  expect(holdsContextWord(password, ana)).toBe(true);
});

test.each(['capivara no telhado', 'banana madura 77', 'um dos gatos pretos', 'azulejos da cozinha', 'www.com.br.net'])(
  '[L6] “%s” does not',
  (password) => {
    expect(holdsContextWord(password, ana)).toBe(false);
  },
);

test('[L6] names in other scripts count too, and without known words nothing matches', () => {
  expect(holdsContextWord('我是张伟2026!', { name: '张伟' })).toBe(true);
  expect(holdsContextWord('رضا۱۲۳۴۵۶۷۸', { name: 'رضا محمدی' })).toBe(true);
  expect(holdsContextWord('capivara no telhado', {})).toBe(false);
});
