import { expect, test } from 'vitest';
import { publicName } from './public-name.ts';

test.each([
  ['Maria Eduarda da Silva', 'Maria S.'],
  ['  Ana   Souza ', 'Ana S.'],
  ['زهرا کریمی', 'زهرا ک.'],
  ['王小明', '王•••'],
  ['𠮷田', '𠮷•••'],
  ['Cher', 'C•••'],
])('[A7] of %j a stranger reads %j', (name, shown) => expect(publicName(name)).toBe(shown));
