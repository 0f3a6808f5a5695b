import { expect, test } from 'vitest';
import { kindOf, screenOf } from './event-kind.ts';

test.each([
  ['stake_opened', 'stake', '/stake'],
  ['deposit_settled', 'deposit', '/history?tab=deposits'],
  ['withdrawal_held', 'withdrawal', '/history?tab=withdrawals'],
  ['copytrade_matured', 'copytrade', '/copytrade'],
  ['primevault_matured', 'primevault', '/primevault'],
  ['primezord_deposited', 'primezord', '/primezord'],
  ['network_bonus', 'network', '/network'],
  ['reversed_deposit', 'deposit', '/history?tab=deposits'],
  ['reversed_withdrawal', 'withdrawal', '/history?tab=withdrawals'],
  ['reversed_bonus', 'network', '/network'],
  ['reversed_residual', 'network', '/network'],
  ['reversed_withholding', 'taxes', null],
  ['treasury_funded', 'other', null],
  ['toString', 'other', null],
  ['', 'other', null],
])('[H4] a posting of the event “%s” belongs to %s, which is shown at %s', (event, kind, screen) => {
  expect([kindOf(event), screenOf(event)]).toEqual([kind, screen]);
});
