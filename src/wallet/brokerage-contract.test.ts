import { expect, test } from 'vitest';
import { type BrokerageAnswer, answersRequest, brokerageAnswer, type BrokerageRequest } from './brokerage-contract.ts';

const request: BrokerageRequest = {
  reference: 'r1',
  account: 'ana',
  direction: 'to_platform',
  amount: '10.50',
  currency: 'BRL',
  settle_amount: '57.32',
};
const answer: BrokerageAnswer = { reference: 'r1', status: 'done' };

test('[F4] an answer matches its transfer by the reference alone, or by repeating every field', () => {
  expect(answersRequest(answer, request)).toBe(true);
  expect(answersRequest({ ...answer, ...request }, request)).toBe(true);
  expect(answersRequest({ ...answer, amount: '10.5', settle_amount: '57.320000' }, request)).toBe(true);
});

test.each([
  { reference: 'r2' },
  { account: 'bia' },
  { direction: 'to_broker' },
  { amount: '10.51' },
  { amount: '10.500001' },
  { currency: 'USDT' },
  { settle_amount: '57.31' },
])('[F4] an answer with any field different belongs to another transfer: %o', (change) => {
  expect(answersRequest({ ...answer, ...change }, request)).toBe(false);
});

test.each([null, 'done', {}, { reference: 'r1' }, { reference: 'r1', status: 'ok' }, { ...answer, amount: 10.5 }, []])(
  '[F4] rejects an answer that does not state the outcome of a transfer: %o',
  (body) => {
    expect(brokerageAnswer.safeParse(body).success).toBe(false);
  },
);

test.each([{}, { reason: null }, { reason: 'no_money' }])(
  '[F4] a reason may be absent, null or a string: %j',
  (said) => {
    const answer = { reference: 'r-1', status: 'refused', ...said };
    expect(brokerageAnswer.safeParse(answer).success).toBe(true);
  },
);
