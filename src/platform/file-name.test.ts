import { expect, test } from 'vitest';
import { fileName } from './file-name.ts';

test.each([
  [['Lastro', 'Operações', '2026-03-01', '2026-03-31'], 'lastro-operações-2026-03-01-2026-03-31.csv'],
  [['Lastro', 'Estado de cuenta', null, '2026-03-31'], 'lastro-estado-de-cuenta-2026-03-31.csv'],
  [['Lastro', 'صورت‌حساب', null, null], 'lastro-صورت-حساب.csv'],
  [['Lastro', '资金流水', null, null], 'lastro-资金流水.csv'],
  [['../A "B"\r\nX: 1; C/', 'Extrato', null, null], 'a-b-x-1-c-extrato.csv'],
])('[H4] %j gives the file %s', (parts, name) => {
  expect(fileName(parts, 'csv')).toBe(name);
});
