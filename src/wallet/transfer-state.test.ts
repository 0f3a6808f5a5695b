import { expect, test } from 'vitest';
import {
  noteOfTransfer,
  statusOfTransfer,
  type TransferDetails,
  transferStates,
  waitsBecause,
} from './transfer-state.ts';

test('[F4] shows complete and canceled only for a transfer that the ledger has ended', () => {
  const seen = Object.fromEntries(transferStates.map((state) => [state, statusOfTransfer(state)]));
  expect(seen).toEqual({
    created: 'in_progress',
    awaiting_approval: 'in_progress',
    held: 'in_progress',
    sending: 'in_progress',
    unknown: 'in_progress',
    done: 'in_progress',
    refused: 'in_progress',
    settled: 'complete',
    returned: 'canceled',
  });
});

const deposit: TransferDetails = {
  direction: 'deposit',
  state: 'created',
  decision: null,
  waitsBecause: null,
  isParked: false,
  reason: null,
};
const withdrawal: TransferDetails = { ...deposit, direction: 'withdrawal', state: 'held' };

test('[F4] a cancelled transfer says why, one under way what it waits for, a complete one nothing', () => {
  expect(noteOfTransfer({ ...deposit, state: 'returned', reason: 'insufficient_funds' })).toBe('insufficient_funds');
  expect(noteOfTransfer({ ...deposit, state: 'returned', reason: 'any other word of the broker' })).toBe('refused');
  expect(noteOfTransfer({ ...deposit, state: 'unknown' })).toBe('checking');
  expect(noteOfTransfer(deposit)).toBe('waiting');
  expect(noteOfTransfer({ ...deposit, state: 'settled' })).toBeNull();
});

test('[L3] a withdrawal held back by a freeze says so', () => {
  expect(noteOfTransfer({ ...withdrawal, isParked: true })).toBe('parked');
});

test('[F6] a withdrawal says whether it waits for an operator or the brokerage, and which of them refused it', () => {
  for (const why of waitsBecause) {
    expect(noteOfTransfer({ ...withdrawal, state: 'awaiting_approval', waitsBecause: why })).toBe(`waits_${why}`);
  }
  expect(noteOfTransfer({ ...withdrawal, decision: 'approved' })).toBe('waiting');
  const returned = { ...withdrawal, state: 'returned', reason: 'insufficient_funds' } as const;
  expect(noteOfTransfer(returned)).toBe('refused_withdrawal');
  expect(noteOfTransfer({ ...returned, decision: 'approved' })).toBe('refused_withdrawal');
  expect(noteOfTransfer({ ...returned, decision: 'refused' })).toBe('refused_in_review');
  expect(noteOfTransfer({ ...withdrawal, state: 'settled', decision: 'approved' })).toBeNull();
});
