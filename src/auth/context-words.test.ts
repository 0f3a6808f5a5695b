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
])('[L6] “%s” is made of what everybody knows of its owner', (password) => {
  expect(holdsContextWord(password, ana)).toBe(true);
});

test.each(['capivara no telhado', 'banana madura 77', 'um dos gatos pretos', 'azulejos da cozinha', 'www.com.br.net'])(
  '[L6] “%s” is not',
  (password) => {
    expect(holdsContextWord(password, ana)).toBe(false);
  },
);

test('[L6] names of other scripts count too, and where nothing is known nothing is held', () => {
  expect(holdsContextWord('我是张伟2026!', { name: '张伟' })).toBe(true);
  expect(holdsContextWord('رضا۱۲۳۴۵۶۷۸', { name: 'رضا محمدی' })).toBe(true);
  expect(holdsContextWord('capivara no telhado', {})).toBe(false);
});
